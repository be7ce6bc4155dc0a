import { isInsideAny } from '../co-location.ts';
import { backgroundContexts, matchingFlows } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'pages-read-unasked',
  category: 'privacy',
  nature: 'behavior',
  severity: 'high',
  confidence: 'medium',
  title: 'Pages are read and sent when nobody asked',
  description:
    'As a page loads, at a time of its own or while the user is away, the background runs a function in tabs and sends what it reads there to a server. Mail, accounts and messages leave that way.',
  recommendation: 'Read a page when the user asks for it, and say in the listing where it is sent.',
  cwe: 'CWE-359',
  references: [
    'https://developer.chrome.com/docs/webstore/program-policies/limited-use',
    'https://developer.chrome.com/docs/extensions/reference/api/scripting',
  ],
  *check({ facts }) {
    const unasked = new Set(
      facts.listeners.flatMap(({ target, handler }) =>
        ownTime.test(target) ? (handler ?? []) : [],
      ),
    );
    const reads = new Set(
      [
        ...facts.usesOf('chrome.scripting.executeScript'),
        ...facts.usesOf('chrome.tabs.executeScript'),
      ]
        .filter((use) => isInsideAny(use, unasked))
        .map(({ at }) => `${at.line} ${at.file}`),
    );
    for (const { source, sink, host, confidence } of matchingFlows(facts, {
      from: ['page-content'],
      to: ['network'],
      sourceIn: backgroundContexts,
    })) {
      const { file, line, column } = source;
      if (!reads.has(`${line} ${file}`)) continue;
      yield { at: { file, line, column }, note: `Sent to ${host ?? sink.file}.`, confidence };
    }
  },
});

const ownTime =
  /^chrome\.(?:alarms\.onAlarm|idle\.onStateChanged|runtime\.on(?:Installed|Startup)|tabs\.on(?:Activated|Created|Updated)|webNavigation\.on\w+|windows\.onFocusChanged)$/u;
