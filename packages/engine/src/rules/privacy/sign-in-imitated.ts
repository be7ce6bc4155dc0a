import { hostOfText } from '../../analyse/constants/url-host.ts';
import { isUnderAny } from '../hosts.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'sign-in-imitated',
  category: 'privacy',
  nature: 'behavior',
  severity: 'high',
  confidence: 'medium',
  title: 'Imitates the sign-in page of a well-known service (phishing)',
  description:
    'A page of the package names a well-known service as where one signs in, asks for a password and sends it to a server that is not of that service.',
  impact: 'The attacker gets working passwords of a service where users keep mail, files or money.',
  recommendation:
    'Let users sign in on the service’s own site, with launchWebAuthFlow where the extension needs a token.',
  administrator:
    'Remove it with ExtensionSettings (installation_mode: removed), reset passwords there and check the sign-in log.',
  headline: 'it imitates the sign-in page of a well-known service',
  cwe: 'CWE-522',
  attack: 'T1056.002',
  policy: 'malicious-and-prohibited',
  references: [
    'https://attack.mitre.org/techniques/T1056/003/',
    'https://developer.chrome.com/docs/extensions/reference/api/identity',
  ],
  *check({ facts }) {
    for (const { kind, at, value, brand } of facts.html) {
      if (kind !== 'password-form' || brand === undefined) continue;
      const host = hostOfText(value, true);
      if (host === undefined || isUnderAny(host, domainsOf(brand))) continue;
      yield { at, note: `Calls itself the sign-in of ${brand} and sends to ${host}.` };
    }
  },
});

/** Where a service signs its users in. */
function domainsOf(brand: string): readonly string[] {
  const name = brand.replaceAll(/[^a-z0-9]/g, '');
  return [`${name}.com`, `${name}.io`, `${name}.org`, ...(others.get(name) ?? [])];
}

const microsoft = ['live.com', 'microsoft.com', 'microsoftonline.com', 'office.com'];
const others: ReadonlyMap<string, readonly string[]> = new Map([
  ['gmail', ['google.com']],
  ['icloud', ['apple.com']],
  ['microsoft', microsoft],
  ['office365', microsoft],
  ['outlook', microsoft],
  ['steam', ['steampowered.com', 'steamcommunity.com']],
  ['twitter', ['x.com']],
]);
