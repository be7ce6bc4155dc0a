import { textPattern } from './text-pattern.ts';

/** Parameters and cookies by which shops know whom to pay. */
export const earning =
  /^(?:tag|aff|aff_?id|affiliate(?:_id)?|afftrack|campid|irclickid|clickref|admitad_uid|subid)$/iu;

/** Addresses, and values of such parameters, by which a shop knows whom to pay. */
export const affiliateAddress = textPattern(
  /(?:^|[?&])tag=[\w-]+-2\d\b|[?&](?:aff(?:id|iliate|_id|iliate_id)?=|afftrack=|campid=\d|irclickid=|utm_source=affiliate)|^[\w-]{3,30}-2[01]$/iu,
  (text) => text.length >= 'abc-20'.length && (text.includes('=') || text.at(-3) === '-'),
);

/** Addresses by which networks count a click on an advertiser's link, and set the cookie that is paid for. */
export const affiliateClick =
  /^https?:\/\/(?:(?:ad|go)\.admitad\.com\/|(?:www\.)?(?:anrdoezrs|dpbolvw|jdoqocy|kqzyfj|tkqlhce)\.(?:com|net)\/click|(?:www\.)?awin1\.com\/(?:a?w?click|cread)|click\.linksynergy\.com\/|clk\.tradedoubler\.com\/|(?:[\w-]+\.)?(?:pxf|sjv)\.io\/c\/|prf\.hn\/click|redirect\.viglink\.com\/|rover\.ebay\.com\/rover\/|s\.click\.aliexpress\.com\/|(?:www\.)?shareasale\.com\/r\.cfm)/iu;
