import { privateSources, strangerSinks } from '../../analyse/facts/strangers.ts';
import { flowEvidence } from '../flow-evidence.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'private-data-posted-to-page',
  category: 'code',
  nature: 'weakness',
  severity: 'high',
  confidence: 'medium',
  title: 'Leaks private data to web pages',
  description:
    'Data that only the extension may read, such as cookies, history, tabs or the text of requests, is posted or answered to a page or to another extension.',
  impact:
    'A web page learns cookies, history or open tabs of the user, which can be enough to enter accounts.',
  recommendation: 'Post to a fixed target origin and only what the page needs.',
  administrator:
    'Block it until it is fixed, and end the sessions of users who had it if it hands out cookies.',
  headline: 'web pages can read private data from it',
  cwe: 'CWE-200',
  policy: 'data-handling',
  references: [
    'https://developer.mozilla.org/en-US/docs/Web/API/Window/postMessage#security_concerns',
    'https://cwe.mitre.org/data/definitions/200.html',
  ],
  *check({ facts }) {
    yield* flowEvidence(facts, { from: privateSources, to: strangerSinks });
  },
});
