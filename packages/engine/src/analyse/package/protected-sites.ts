import type { JsonObject } from '../../model/extension.ts';
import { isList } from '../../model/manifest-reader.ts';

/** The update service, extension store or security vendor that the text names; undefined when it names none. */
export function protectedSiteIn(text: string): string | undefined {
  return protectedSite.exec(text)?.[0].toLowerCase();
}

/** The same for a declarativeNetRequest condition: its filters and the domains that it is about. */
export function protectedSiteOf(condition: JsonObject): string | undefined {
  const { urlFilter, regexFilter, requestDomains, domains } = condition;
  for (const value of [urlFilter, regexFilter, requestDomains, domains]) {
    for (const text of isList(value) ? value : [value]) {
      if (typeof text !== 'string') continue;
      // Regular expressions write their dots as `\.`.
      const site = protectedSiteIn(text.replaceAll('\\', ''));
      if (site !== undefined) return site;
    }
  }
  return undefined;
}

const protectedSite =
  /clients2\.google\.com|update\.googleapis\.com|chromewebstore\.google\.com|chrome\.google\.com\/webstore|addons\.mozilla\.org|microsoftedge\.microsoft\.com\/addons|edge\.microsoft\.com\/extensionwebstorebase|safebrowsing\.googleapis\.com|virustotal\.com|malwarebytes\.com|windowsupdate\.com/iu;
