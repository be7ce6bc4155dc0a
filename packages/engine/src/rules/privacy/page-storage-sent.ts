import type { Facts, GlobalUse, Value } from '../../analyse/facts.ts';
import { isNear } from '../co-location.ts';
import { flowEvidence, runsIn, webPageContexts } from '../flow-evidence.ts';
import { textOf } from '../value-text.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'page-storage-sent',
  category: 'privacy',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'medium',
  title: 'The storage of visited pages is sent over the network',
  description:
    'A script in web pages reads their localStorage or sessionStorage, where many sites keep the session token, and sends it to a server.',
  recommendation: 'Leave the storage of other sites alone.',
  cwe: 'CWE-522',
  references: [
    'https://developer.mozilla.org/en-US/docs/Web/API/Window/localStorage',
    'https://cwe.mitre.org/data/definitions/522.html',
  ],
  *check({ facts }) {
    const reads = facts.uses.filter(
      ({ path, access, at }) =>
        pageStorage.test(path) && access !== 'write' && runsIn(facts, at.file, webPageContexts),
    );
    yield* flowEvidence(facts, {
      from: ['page-content', 'extension-storage'],
      to: ['network'],
      where: ({ source }) =>
        reads.some(({ at }) => at.file === source.file && at.line === source.line),
    });
    for (const read of reads) {
      const request = facts.endpoints.find(
        (endpoint) => endpoint.sendsData && isNear(endpoint, read, 0),
      );
      if (request !== undefined && (serialised(facts, read) || namesToken(read))) {
        yield { at: read.at, note: `Line ${request.at.line} sends data.` };
      }
    }
  },
});

const pageStorage = /^(?:localStorage|sessionStorage)\b/u;

/** Whether the storage is turned into text as a whole near its read, which a settings lookup does not do. */
function serialised(facts: Facts, read: GlobalUse): boolean {
  return facts
    .usesOf('JSON.stringify')
    .some((use) => isNear(use, read, 0) && use.arguments.some(isWholeStorage));
}

function namesToken({ arguments: [key] }: GlobalUse): boolean {
  return /token|session|jwt|auth/iu.test(textOf(key) ?? '');
}

function isWholeStorage(value: Value): boolean {
  if (value.kind === 'object') return [...value.properties.values()].some(isWholeStorage);
  return value.kind === 'global' && /^(?:localStorage|sessionStorage)$/u.test(value.path);
}
