import { Refusal } from '../../errors.ts';

/**
 * Without regard to case, but for the Kelvin sign: its small letter is the k of the alphabet, by which an address that somebody
 * else has, and a provider has verified, would be a member's.
 */
export function normaliseEmail(email: string): string {
  return email.trim().replaceAll(/[^\u212A]+/g, (part) => part.toLowerCase());
}

/** Normalised; refuses with `invalid_parameter` what cannot be an e-mail address. */
export function readEmail(text: string): string {
  const email = normaliseEmail(text);
  if (isEmail(email)) return email;
  throw new Refusal('invalid_parameter', 'email must be an e-mail address of up to 254 characters');
}

/** Whether a member can have it; the rest is the mail server's to say. */
export function isEmail(text: string): boolean {
  return text.length <= 254 && /^[^@\s\0]+@[^@\s\0]+$/.test(text) && text.isWellFormed();
}
