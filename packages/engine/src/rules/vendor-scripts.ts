/**
 * Whether the address is the loader of a well-known vendor (analytics, sign-in, captcha, payment) or a library on a
 * curated host, where nobody can put a file of their own. Such loaders ship inside common libraries, often unused, and
 * their owners are no strangers.
 */
export function isVendorScript(url: string): boolean {
  const [, host] = /^(?:https?:)?\/\/([^/:?#]+)/iu.exec(url) ?? [];
  return host !== undefined && vendorHosts.has(host.toLowerCase());
}

const vendorHosts: ReadonlySet<string> = new Set([
  'ajax.aspnetcdn.com',
  'ajax.googleapis.com',
  'apis.google.com',
  'cdnjs.cloudflare.com',
  'code.jquery.com',
  'js.stripe.com',
  'maxcdn.bootstrapcdn.com',
  'ssl.google-analytics.com',
  'www.google-analytics.com',
  'www.google.com',
  'www.googletagmanager.com',
  'www.gstatic.com',
  'www.paypal.com',
  'www.recaptcha.net',
]);
