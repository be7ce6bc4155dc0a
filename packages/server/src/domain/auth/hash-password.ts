import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

/** OWASP's least for argon2id. https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const tagBytes = 32;

const derive = promisify(argon2);

/** @returns `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`, base64 without padding */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes);
  const tag = await derive('argon2id', {
    ...cost,
    message: normalise(password),
    nonce: salt,
    tagLength: tagBytes,
  });
  const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.parallelism}`;
  return `$argon2id$v=19$${parameters}$${unpadded(salt)}$${unpadded(tag)}`;
}

/**
 * Takes as long without a stored hash as with one, so that the time does not tell whether the member exists.
 * @param stored as `hashPassword` made it; `undefined` for an unknown member
 */
export async function verifyPassword(
  password: string,
  stored: string | undefined,
): Promise<boolean> {
  const parsed = storedHash.exec(stored ?? '')?.groups;
  const salt = parsed?.['salt'] ? Buffer.from(parsed['salt'], 'base64') : randomBytes(saltBytes);
  const expected = parsed?.['tag'] ? Buffer.from(parsed['tag'], 'base64') : Buffer.alloc(tagBytes);
  const tag = await derive('argon2id', {
    memory: Number(parsed?.['memory'] ?? cost.memory),
    passes: Number(parsed?.['passes'] ?? cost.passes),
    parallelism: Number(parsed?.['parallelism'] ?? cost.parallelism),
    message: normalise(password),
    nonce: salt,
    tagLength: expected.length,
  });
  return timingSafeEqual(tag, expected) && parsed !== undefined;
}

const storedHash =
  /^\$argon2id\$v=19\$m=(?<memory>\d+),t=(?<passes>\d+),p=(?<parallelism>\d+)\$(?<salt>[^$]+)\$(?<tag>[^$]+)$/;

/** The same password typed on another keyboard may come composed differently. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

function unpadded(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64').replaceAll('=', '');
}
