import type { Facts, GlobalUse } from '../../analyse/facts.ts';
import { wholesaleCalls } from '../private-reads.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'private-data-told-to-extension',
  category: 'privacy',
  nature: 'behavior',
  severity: 'high',
  confidence: 'medium',
  title: 'Another extension is told once private data was read',
  description:
    'Private data is read as a whole, and what runs next sends a message to another extension. Two extensions that work together can do what neither could ask for alone: one reads, the other has the way out.',
  recommendation: 'Keep private data in the extension that the user gave it to.',
  cwe: 'CWE-359',
  references: [
    'https://developer.chrome.com/docs/extensions/develop/concepts/messaging#external',
    'https://developer.chrome.com/docs/webstore/program-policies/limited-use',
  ],
  *check({ extension, facts }) {
    const sends = facts.messages.filter(
      ({ kind, extensionId }) => kind === 'external-send' && extensionId !== extension.id.value,
    );
    if (sends.length === 0) return;
    const sendFrom = new Map(
      sends.flatMap((send) => (send.reachedFrom ?? []).map((id) => [id, send] as const)),
    );
    for (const { read, what } of lists(facts)) {
      const send = runNext(read)
        .map((id) => sendFrom.get(id))
        .find((found) => found !== undefined);
      if (send === undefined) continue;
      const note = `Reads ${what}; line ${send.at.line} then sends to ${send.extensionId}.`;
      yield { at: read.at, note };
    }
    for (const { fact, what } of changes(facts)) {
      const send = sendFrom.get(fact.handler!);
      if (send === undefined) continue;
      const note = `Is told of ${what}; line ${send.at.line} sends to ${send.extensionId}.`;
      yield { at: fact.at, note };
    }
  },
});

/** Which extensions and tabs there are is what companions ask in order to find each other. */
const ofCompanions: ReadonlySet<string> = new Set([
  'chrome.management.getAll',
  'chrome.tabs.query',
]);

function lists(facts: Facts): readonly { readonly read: GlobalUse; readonly what: string }[] {
  return wholesaleCalls(facts)
    .filter(({ fact }) => !ofCompanions.has(fact.path))
    .map(({ fact, what }) => ({ read: fact, what }));
}

/** Listeners that are told of each change of a kind of private data. */
function changes(
  facts: Facts,
): readonly { readonly fact: Facts['listeners'][number]; readonly what: string }[] {
  return facts.listeners.flatMap((fact) => {
    const what = changeEvents.get(fact.target);
    return what === undefined || fact.handler === undefined ? [] : { fact, what };
  });
}

const changeEvents: ReadonlyMap<string, string> = new Map([
  ['chrome.cookies.onChanged', 'cookies as they change'],
  ['chrome.history.onVisited', 'each visited page'],
]);

/** Ids of the callbacks of the read, and of the function that waits for it. */
function runNext(read: GlobalUse): readonly number[] {
  const callbacks = read.arguments.flatMap((value) => (value.kind === 'function' ? value.id : []));
  return [...callbacks, ...read.within.slice(-1)];
}
