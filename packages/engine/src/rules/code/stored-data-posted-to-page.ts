import { strangerSinks } from '../../analyse/facts/strangers.ts';
import { flowEvidence } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'stored-data-posted-to-page',
  category: 'code',
  nature: 'weakness',
  severity: 'medium',
  confidence: 'medium',
  title: 'Leaks extension storage to web pages',
  description:
    'A value from the extension’s storage is posted to a page, which may be any site the content script runs on.',
  impact: 'A web page may learn settings, account names or tokens that the extension keeps.',
  recommendation: 'Post to a fixed target origin and only what the page needs.',
  administrator:
    'Ask what it stores; if tokens are among it, limit its sites with runtime_blocked_hosts and runtime_allowed_hosts until a fix is out.',
  headline: 'web pages can read what it stores',
  cwe: 'CWE-200',
  policy: 'data-handling',
  references: [
    'https://developer.mozilla.org/en-US/docs/Web/API/Window/postMessage#security_concerns',
    'https://cwe.mitre.org/data/definitions/200.html',
  ],
  *check({ facts }) {
    yield* flowEvidence(facts, {
      from: ['extension-storage'],
      to: strangerSinks,
    });
  },
});
