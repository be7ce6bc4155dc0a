import { post } from '../case.ts';
import type { Row } from '../pairs.ts';

const stolen = "«document.cookie¦'calm'»";
const other = "«'calm'¦document.cookie»";

function between(content: string, worker: string, isModule = false): Row {
  return { content: { 'content.js': content }, worker, isModule };
}

const messages: Readonly<Record<string, Row>> = {
  'webext-bridge by require': between(
    `const { sendMessage } = require('webext-bridge/content-script'); sendMessage('save', { c: ${stolen}, o: ${other} }, 'background');`,
    `import { onMessage } from 'webext-bridge/background'; onMessage('save', ({ data }) => { ${post('data.c')} });`,
    true,
  ),
  'webext-bridge in a bundle': between(
    `var r = n(5); (0, r.sendMessage)('save', { c: ${stolen}, o: ${other} }, 'background');`,
    `var r = n(5); (0, r.onMessage)('save', (note) => { ${post('note.data.c')} });`,
  ),
  'messages of webext-bridge by name': between(
    `var r = n(5); (0, r.sendMessage)('save', ${stolen}, 'background'); (0, r.sendMessage)('note', ${other}, 'background');`,
    `var r = n(5); (0, r.onMessage)('save', (note) => { ${post('note.data')} }); (0, r.onMessage)('note', (note) => {});`,
  ),
  '@webext-core/messaging as an object': between(
    `var r = n(5); const talk = (0, r.defineExtensionMessaging)(); talk.sendMessage('save', ${stolen}); talk.sendMessage('note', ${other});`,
    `var r = n(5); const talk = (0, r.defineExtensionMessaging)(); talk.onMessage('save', ({ data }) => ${post('data')});`,
  ),
  '@webext-core/messaging by its functions': between(
    `var r = n(5); const { sendMessage } = (0, r.defineExtensionMessaging)(); sendMessage('save', ${stolen}); sendMessage('note', ${other});`,
    `import { defineExtensionMessaging } from '@webext-core/messaging'; export const { sendMessage, onMessage } = defineExtensionMessaging(); onMessage('save', (note) => { ${post('note.data')} });`,
    true,
  ),
  'a proxy that sends what is called': between(
    `const api = new Proxy({}, { get: (target, name) => (...list) => chrome.runtime.sendMessage({ name, list }) }); api.save(${stolen}); void ${other};`,
    `const acts = { save(x) { ${post('x')} } }; chrome.runtime.onMessage.addListener(({ name, list }) => { acts[name](...list) });`,
  ),
};

/** Messages that libraries carry between scripts. */
export const messageRows = { messages };
