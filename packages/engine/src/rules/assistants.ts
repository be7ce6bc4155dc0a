import type { Facts } from '../analyse/facts/facts.ts';
import type { Extension } from '../model/extension.ts';
import { runsIn, webPageContexts } from './flow-evidence.ts';

/** Content scripts that are put into pages of assistants, and scripts in web pages that name their hosts. */
export function scriptsOnAssistants({ contexts }: Extension, facts: Facts): ReadonlySet<string> {
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

export const assistants: readonly string[] = [
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
