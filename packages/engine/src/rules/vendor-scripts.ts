/**
 * Whether the address is the loader of a well-known vendor (analytics, sign-in, captcha, payment). Such loaders ship
 * inside common libraries, often unused, and their owners are no strangers.
 */
export function isVendorScript(url: string): boolean {
  const [, host] = /^(?:https?:)?\/\/([^/:?#]+)/iu.exec(url) ?? [];
  return host !== undefined && vendorHosts.has(host.toLowerCase());
}

const vendorHosts: ReadonlySet<string> = new Set([
  'apis.google.com',
  'js.stripe.com',
  'ssl.google-analytics.com',
  'www.google-analytics.com',
  'www.google.com',
  'www.googletagmanager.com',
  'www.gstatic.com',
  'www.paypal.com',
  'www.recaptcha.net',
]);
