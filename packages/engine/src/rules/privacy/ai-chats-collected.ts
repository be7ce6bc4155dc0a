import type { Extension } from '../../model/extension.ts';
import type { Facts } from '../../analyse/facts.ts';
import { flowEvidence, isAsked, isService, runsIn, webPageContexts } from '../flow-evidence.ts';
import { isLocalHost, isUnderAny } from '../hosts.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'ai-chats-collected',
  category: 'privacy',
  nature: 'behavior',
  severity: 'high',
  confidence: 'medium',
  title: 'Collects prompts and answers of AI chats',
  description:
    'A script in the pages of AI assistants reads what is asked and answered there, and sends it to a host that is not the assistant’s, without a click. Extensions with millions of users (Urban VPN, 2025) sold conversations like this.',
  impact:
    'The receiver reads code, plans, health questions and passwords that were pasted into a chat.',
  recommendation:
    'Read a conversation when the user asks for it, send it nowhere else, and say so in the listing.',
  administrator:
    'Block it, list AI sites under runtime_blocked_hosts, and replace secrets that were pasted into chats.',
  headline: 'your chats with AI assistants are sent to {receiver}',
  cwe: 'CWE-359',
  attack: 'T1185',
  policy: 'limited-use',
  references: [
    'https://developer.chrome.com/docs/webstore/program-policies/limited-use',
    'https://cwe.mitre.org/data/definitions/359.html',
  ],
  *check({ extension, facts }) {
    const files = scriptsOnAssistants(extension, facts);
    if (files.size === 0) return;
    yield* flowEvidence(facts, {
      from: ['page-content', 'form-input', 'request-body'],
      to: ['network'],
      sourceIn: webPageContexts,
      where: (flow) =>
        files.has(flow.source.file) &&
        !isUnderAny(flow.host, assistants) &&
        !isLocalHost(flow.host ?? '') &&
        !isAsked(facts, flow),
      lowWhere: (flow) => isService(facts, flow),
    });
  },
});

/** Content scripts that are put into pages of assistants, and scripts in web pages that name their hosts. */
function scriptsOnAssistants({ contexts }: Extension, facts: Facts): ReadonlySet<string> {
  const put = contexts.flatMap(({ scripts, contentScript }) =>
    contentScript?.matches.some(({ text }) => isAssistant(text)) === true ? scripts : [],
  );
  const naming = facts.strings
    .matching(isAssistant, (file) => runsIn(facts, file, webPageContexts))
    .map(({ at }) => at.file);
  return new Set([...put, ...naming]);
}

function isAssistant(text: string): boolean {
  return text.length <= 200 && assistants.some((host) => text.includes(host));
}

const assistants: readonly string[] = [
  'chatgpt.com',
  'chat.openai.com',
  'claude.ai',
  'copilot.microsoft.com',
  'chat.deepseek.com',
  'gemini.google.com',
  'grok.com',
  'meta.ai',
  'chat.mistral.ai',
  'perplexity.ai',
  'poe.com',
];
