import { matchingFlows, runsIn, webPageContexts } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'page-requests-intercepted',
  category: 'privacy',
  nature: 'behavior',
  severity: 'high',
  confidence: 'medium',
  title: 'Requests of pages are intercepted and passed on',
  description:
    'A script in web pages puts its own function in place of fetch or XMLHttpRequest, and what pages tell the extension by messages travels to a server. Answers and forms of signed-in sites, chats among them, leave that way.',
  recommendation: 'Read what the feature needs from the page, and send it only when the user asks.',
  cwe: 'CWE-359',
  references: [
    'https://developer.chrome.com/docs/webstore/program-policies/limited-use',
    'https://attack.mitre.org/techniques/T1185/',
  ],
  *check({ facts }) {
    const hooks = facts.uses.filter(
      ({ path, access, at }) =>
        access === 'write' && hooked.test(path) && runsIn(facts, at.file, webPageContexts),
    );
    if (hooks.length === 0) return;
    const [told] = matchingFlows(facts, {
      from: ['page-event', 'page-message'],
      to: ['network'],
      sourceIn: ['content-script'],
    });
    if (told === undefined) return;
    const { file, line } = told.source;
    for (const { at, path } of hooks)
      yield {
        at,
        note: `Replaces ${path}; ${file}:${line} passes on what pages say.`,
        confidence: told.confidence,
      };
  },
});

const hooked =
  /^(?:fetch|XMLHttpRequest(?:\.prototype\.(?:open|send))?|WebSocket(?:\.prototype\.send)?)$/u;
