import { flowEvidence, runsIn, webPageContexts } from '../flow-evidence.ts';
import { isThisMachine } from '../../analyse/constants/url-host.ts';
import { scriptsRunEverywhere } from '../private-reads.ts';
import { unaccountableHost } from '../unaccountable-hosts.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'private-data-to-unaccountable-host',
  category: 'privacy',
  nature: 'behavior',
  severity: 'high',
  confidence: 'medium',
  title: 'Exfiltrates private data to an unaccountable host',
  description:
    'What the user reads, types or visits travels to a bare address, a tunnel, a paste site, a chat room or a name for throwing away. Services have names; test beds and thieves do not.',
  impact: 'The receiver cannot be named, held to a contract or made to delete anything.',
  recommendation:
    'Send data to a named host of the publisher over https, and say so in the listing.',
  administrator:
    'Block the extension and the address, and treat all data that it can read as lost.',
  headline: 'private data is sent to {receiver}, for which nobody answers',
  cwe: 'CWE-359',
  attack: 'T1567',
  policy: 'limited-use',
  references: [
    'https://developer.chrome.com/docs/webstore/program-policies/limited-use',
    'https://attack.mitre.org/techniques/T1567/',
  ],
  *check({ extension, facts }) {
    const isUnaccountable = ({ host }: { readonly host?: string }): boolean =>
      host !== undefined && !isThisMachine(host) && unaccountableHost(host) !== undefined;
    const everywhere = scriptsRunEverywhere(extension, facts);
    yield* flowEvidence(facts, {
      from: ['page-content', 'form-input', 'key-input'],
      to: ['network', 'navigation'],
      sourceIn: webPageContexts,
      where: isUnaccountable,
    });
    yield* flowEvidence(facts, {
      from: [
        'bookmarks',
        'clipboard',
        'cookies',
        'downloads',
        'geolocation',
        'history',
        'installed-extensions',
        'request-body',
        'request-headers',
        'screenshot',
        'tabs',
        'top-sites',
      ],
      to: ['network', 'navigation'],
      // The address of a page says little where the extension is for few sites.
      where: (flow) =>
        isUnaccountable(flow) &&
        (flow.source.kind !== 'tabs' ||
          !runsIn(facts, flow.source.file, webPageContexts) ||
          everywhere.has(flow.source.file)),
    });
  },
});
