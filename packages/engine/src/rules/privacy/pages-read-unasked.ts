import type { Facts } from '../../analyse/facts/facts.ts';
import type { Evidence } from '../../finding.ts';
import type { Extension } from '../../model/extension.ts';
import { isInsideAny } from '../co-location.ts';
import {
  backgroundContexts,
  flowEvidence,
  isAnswered,
  kindsOf,
  matchingFlows,
  webPageContexts,
} from '../flow-evidence.ts';
import { isLocalHost, receiverOf } from '../hosts.ts';
import { scriptsRunEverywhere, unaskedHandlers } from '../private-reads.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'pages-read-unasked',
  category: 'privacy',
  nature: 'behavior',
  severity: 'high',
  confidence: 'medium',
  title: 'Reads and sends pages without a user action',
  description:
    'As a page loads, at a time of its own or while the user is away, the background runs a function in tabs, or a content script on all sites reads the whole page, and what is read is sent to a server. Mail, accounts and messages leave that way.',
  impact:
    'The receiver builds an archive of internal pages and correspondence without anyone noticing.',
  recommendation: 'Read a page when the user asks for it, and say in the listing where it is sent.',
  administrator:
    'Block it with ExtensionSettings, and list internal sites under runtime_blocked_hosts until it is gone everywhere.',
  headline: 'pages you visit are read and sent to {receiver} unasked',
  cwe: 'CWE-359',
  attack: 'T1119',
  policy: 'limited-use',
  references: [
    'https://developer.chrome.com/docs/webstore/program-policies/limited-use',
    'https://developer.chrome.com/docs/extensions/reference/api/scripting',
  ],
  *check({ extension, facts }) {
    yield* wholePages(extension, facts);
    const unasked = unaskedHandlers(facts);
    const reads = new Set(
      [
        ...facts.usesOf('chrome.scripting.executeScript'),
        ...facts.usesOf('chrome.tabs.executeScript'),
      ]
        .filter((use) => isInsideAny(use, unasked))
        .map(({ at }) => `${at.line} ${at.file}`),
    );
    for (const flow of matchingFlows(facts, {
      from: ['page-content'],
      to: ['network'],
      sourceIn: backgroundContexts,
    })) {
      const { source, sink, host, confidence } = flow;
      const { file, line, column } = source;
      if (!reads.has(`${line} ${file}`)) continue;
      yield {
        at: { file, line, column },
        note: `Sent to ${host ?? sink.file}.`,
        confidence,
        ...receiverOf(flow),
        flow: kindsOf(flow),
      };
    }
  },
});

/** Pages of all sites that a content script sends from top to bottom. */
function wholePages(extension: Extension, facts: Facts): Iterable<Evidence> {
  const everywhere = scriptsRunEverywhere(extension, facts);
  return flowEvidence(facts, {
    from: ['page-content'],
    to: ['network'],
    sourceIn: webPageContexts,
    where: ({ source, host = '' }) =>
      everywhere.has(source.file) && facts.isUnasked(source) && host !== '' && !isLocalHost(host),
    // Translators and checkers show what they are answered.
    lowWhere: (flow) => isAnswered(facts, flow),
  });
}
