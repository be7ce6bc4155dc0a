import { textPattern } from './text-pattern.ts';

/** Parameters and cookies by which shops know whom to pay. */
export const earning =
  /^(?:tag|aff|aff_?id|affiliate(?:_id)?|afftrack|campid|irclickid|clickref|admitad_uid|subid)$/iu;

/** Addresses, and values of such parameters, by which a shop knows whom to pay. */
export const affiliateAddress = textPattern(
  /(?:^|[?&])tag=[\w-]+-2\d\b|[?&](?:aff(?:id|iliate|_id|iliate_id)?=|afftrack=|campid=\d|irclickid=|utm_source=affiliate)|^[\w-]{3,30}-2[01]$/iu,
  (text) => text.length >= 'abc-20'.length && (text.includes('=') || text.at(-3) === '-'),
);
