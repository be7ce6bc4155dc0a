import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** `id.secret`: the id finds the row, the secret proves; only the secret's SHA-256 is stored. */
export interface SecretToken {
  readonly id: string;
  readonly secretSha256: Buffer;
  /** What its owner gets, once. */
  readonly text: string;
}

/** @param prefix tells people and secret scanners what the token is for */
export function createSecretToken(prefix = ''): SecretToken {
  const id = randomBytes(16).toString('base64url');
  const secret = randomBytes(32).toString('base64url');
  return { id, secretSha256: sha256(secret), text: `${prefix}${id}.${secret}` };
}

/** @returns `undefined` when the text cannot be such a token */
export function parseSecretToken(
  text: string,
  prefix = '',
): Pick<SecretToken, 'id' | 'secretSha256'> | undefined {
  if (!text.startsWith(prefix)) return undefined;
  const match = /^([\w-]{22})\.([\w-]{43})$/.exec(text.slice(prefix.length));
  if (!match?.[1] || !match[2]) return undefined;
  return { id: match[1], secretSha256: sha256(match[2]) };
}

export function isSameSecret(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && timingSafeEqual(a, b);
}

export function sha256(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
