import type { Extension } from '../../model/extension.ts';
import { siteOf } from '../../analyse/flows/settle/own-sites.ts';
import { hostOfText } from '../../analyse/constants/url-host.ts';
import { isUnderAny } from '../hosts.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'password-form-in-extension',
  category: 'privacy',
  nature: 'behavior',
  severity: 'medium',
  confidence: 'medium',
  title: 'Sends a password from its own page to a server named nowhere else',
  description:
    'A form in a page of the package asks for a password and sends it to a server that is neither the homepage nor a site that the manifest names. Services sign their users in on a site of their own.',
  impact:
    "The receiver gets a password that users may use elsewhere as well, perhaps the company's.",
  recommendation:
    'Open the service’s own sign-in page, and name the service as the homepage in the manifest.',
  administrator:
    'Ask the publisher whose server it is; users who entered a company password should change it.',
  headline: 'it asks for a password and sends it to a server named nowhere else',
  cwe: 'CWE-522',
  references: [
    'https://developer.chrome.com/docs/extensions/reference/api/identity',
    'https://developer.chrome.com/docs/extensions/reference/manifest/homepage-url',
  ],
  *check({ extension, facts }) {
    const named = namedSites(extension);
    for (const { kind, at, value } of facts.html) {
      if (kind !== 'password-form') continue;
      const host = hostOfText(value, true);
      if (host === undefined || named.some((site) => isUnderAny(site, [siteOf(host)]))) continue;
      yield { at, note: `Sends a password to ${host}.` };
    }
  },
});

/** Hosts that the manifest names: as the homepage, to get at, or to run scripts in. */
function namedSites({ manifest, permissions }: Extension): readonly string[] {
  const homepage = URL.parse(manifest.homepageUrl ?? '')?.hostname;
  const patterns = [
    ...permissions.hosts.map(({ pattern }) => pattern),
    ...permissions.optionalHosts.map(({ pattern }) => pattern),
    ...manifest.contentScripts.flatMap(({ matches }) => matches),
  ];
  return [...(homepage === undefined ? [] : [homepage]), ...patterns.map(({ host }) => host)];
}
