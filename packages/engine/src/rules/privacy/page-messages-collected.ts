import { flowEvidence, isAsked, runsIn, webPageContexts } from '../flow-evidence.ts';
import { isLocalHost } from '../hosts.ts';
import { scriptsOfAllSites } from '../private-reads.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'page-messages-collected',
  category: 'privacy',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'medium',
  title: 'Sends the messages that windows of pages exchange to a server',
  description:
    'A script on all sites hears every message between the windows and frames of a page, asks neither whom it is for nor what it says, and sends it as a whole to a fixed host. Sign-in and payment frames tell their pages tokens in such messages.',
  impact: 'Tokens, forms and conversations that pages pass between their frames reach a stranger.',
  recommendation:
    'Take messages of your own pages only: compare event.origin and the kind of message, and send the members that are needed.',
  administrator:
    'Block it with ExtensionSettings, and have sessions ended that were opened with it installed.',
  headline: 'it sends what the parts of each page tell one another to a server',
  cwe: 'CWE-359',
  attack: 'T1185',
  policy: 'data-handling',
  references: [
    'https://developer.mozilla.org/docs/Web/API/Window/postMessage',
    'https://cwe.mitre.org/data/definitions/359.html',
  ],
  *check({ extension, facts }) {
    const everywhere = scriptsOfAllSites(extension);
    yield* flowEvidence(facts, {
      from: ['page-message'],
      to: ['network'],
      sourceIn: webPageContexts,
      where: (flow) =>
        flow.host !== undefined &&
        !isLocalHost(flow.host) &&
        facts.isTakenWhole(flow.source) &&
        (everywhere.has(flow.source.file) || runsIn(facts, flow.source.file, ['injected'])) &&
        !isAsked(facts, flow),
    });
  },
});
