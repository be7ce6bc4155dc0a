import { atMost } from '../../analyse/flows/vocabulary/meant-kinds.ts';
import { assistants, scriptsOnAssistants } from '../assistants.ts';
import { flowEvidence, isAsked, isService, webPageContexts } from '../flow-evidence.ts';
import { isLocalHost, isUnderAny } from '../hosts.ts';
import { passedOn, requestHooks, requestsInside, tellsAnswers } from '../request-hooks.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'ai-chats-collected',
  category: 'privacy',
  nature: 'behavior',
  severity: 'high',
  confidence: 'high',
  title: 'Collects prompts and answers of AI chats',
  description:
    'A script in the pages of AI assistants reads what is asked and answered there, from the page or by functions of its own in place of fetch and the like, and sends it to a host that is not the assistant’s, without a click. Extensions with millions of users (Urban VPN, 2025) sold conversations like this.',
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
    const isForeign = (host = ''): boolean => !isUnderAny(host, assistants) && !isLocalHost(host);
    const read = flowEvidence(facts, {
      from: ['page-content', 'form-input', 'request-body'],
      to: ['network'],
      sourceIn: webPageContexts,
      where: (flow) => files.has(flow.source.file) && isForeign(flow.host) && !isAsked(facts, flow),
      lowWhere: (flow) => isService(facts, flow),
    });
    // What stands in a page may be anything; what its requests say is the conversation.
    for (const evidence of read)
      yield { ...evidence, confidence: atMost('medium', evidence.confidence ?? 'medium') };
    const hooks = requestHooks(facts);
    if (hooks.length === 0) return;
    const isThere = (file: string): boolean =>
      files.has(file) || facts.contextsOf(file).includes('injected');
    for (const { at, host } of requestsInside(hooks, facts))
      if (isThere(at.file) && isForeign(host))
        yield { at, note: `In place of the page's own; sends data to ${host}.`, receiver: host };
    const there = hooks.filter(({ at }) => isThere(at.file));
    const hook = there.find((each) => tellsAnswers(each, facts)) ?? there[0];
    if (hook === undefined) return;
    for (const flow of passedOn(facts)) {
      const { source, host, confidence } = flow;
      if (host === undefined || !isForeign(host) || !files.has(source.file)) continue;
      const { file, line, column } = source;
      const most = tellsAnswers(hook, facts) ? 'high' : 'medium';
      yield {
        at: { file, line, column },
        note: `${hook.at.file}:${hook.at.line} replaces ${hook.path}; what it says is sent to ${host}.`,
        confidence: isService(facts, flow) ? 'low' : atMost(most, confidence),
        receiver: host,
      };
    }
  },
});
