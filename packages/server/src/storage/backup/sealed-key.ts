import { createHmac, randomBytes, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { createSecretBox } from '../database/secret-box.ts';

/** The installation's key under a passphrase; binary values in base64. */
export interface SealedKey {
  readonly salt: string;
  readonly cost: number;
  readonly sealed: string;
}

const owner = 'backup';
/** 128 MiB and about half a second for each guess. */
const cost = 2 ** 17;
/** Of a backup of some later extaudit; more would be a damaged one's. */
export const sealedKeyCostMax = 2 ** 20;
const blockSize = 8;

export async function sealKey(key: Uint8Array, passphrase: string): Promise<SealedKey> {
  const salt = randomBytes(16);
  const box = createSecretBox(await derive(passphrase, salt, cost));
  const sealed = box.seal(Buffer.from(key).toString('base64'), owner);
  return { salt: salt.toString('base64'), cost, sealed: sealed.toString('base64') };
}

/** @throws where the passphrase is another one */
export async function openKey(sealedKey: SealedKey, passphrase: string): Promise<Buffer> {
  const salt = Buffer.from(sealedKey.salt, 'base64');
  const box = createSecretBox(await derive(passphrase, salt, sealedKey.cost));
  try {
    return Buffer.from(box.open(Buffer.from(sealedKey.sealed, 'base64'), owner), 'base64');
  } catch (cause) {
    throw new Error('the passphrase is not the one that the backup was made with', { cause });
  }
}

/** Says of a key whether it is the same as another, and nothing else. */
export function keyCheck(key: Uint8Array): string {
  return createHmac('sha256', key).update('extaudit backup').digest('hex');
}

function derive(passphrase: string, salt: Uint8Array, scryptCost: number): Promise<Buffer> {
  const options = { N: scryptCost, r: blockSize, maxmem: 256 * scryptCost * blockSize };
  return promisify<string, Uint8Array, number, object, Buffer>(scrypt)(
    passphrase,
    salt,
    32,
    options,
  );
}
