import { createHash } from 'node:crypto';

/** Hex digits to the letters a-p, so that an id never looks like an address; the first 128 bits. */
export function extensionLetters(hex: string): string {
  return Array.from(hex.slice(0, 32), (digit) =>
    String.fromCharCode(97 + Number.parseInt(digit, 16)),
  ).join('');
}

/** Of a Firefox add-on, which its gecko id such as `name@example.org` names alone. */
export function firefoxExtensionId(geckoId: string): string {
  return extensionLetters(createHash('sha256').update(geckoId).digest('hex'));
}

/**
 * Whether Firefox takes the text for an add-on's id.
 * https://searchfox.org/mozilla-central/source/toolkit/components/extensions/schemas/manifest.json (FirefoxSpecificProperties)
 */
export function isGeckoId(text: string): boolean {
  return geckoIdForm.test(text);
}

const geckoIdForm =
  /^(?:\{[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}|[a-z0-9._-]{0,80}@[a-z0-9._-]{1,80})$/i;
