import { Refusal } from '../../errors.ts';

export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
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
