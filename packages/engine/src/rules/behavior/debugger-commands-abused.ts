import { flowEvidence } from '../flow-evidence.ts';
import { textOf } from '../value-text.ts';
import { defineRule } from '../rule.ts';

export default defineRule({
  id: 'debugger-commands-abused',
  category: 'behavior',
  nature: 'behavior',
  severity: 'critical',
  confidence: 'high',
  title: 'The debugger reads cookies or runs code in tabs',
  description:
    'The code attaches the debugger and sends commands that read all cookies, run code or change traffic. That passes by every permission and every content security policy.',
  recommendation: 'Use the API that is made for the purpose and has its own permission.',
  cwe: 'CWE-250',
  references: [
    'https://developer.chrome.com/docs/extensions/reference/api/debugger',
    'https://chromedevtools.github.io/devtools-protocol/',
  ],
  *check({ facts }) {
    for (const {
      at,
      arguments: [, method],
    } of facts.usesOf('chrome.debugger.sendCommand')) {
      const command = textOf(method) ?? '';
      if (powerfulCommand.test(command)) yield { at, note: `Sends ${command}.` };
    }
    yield* flowEvidence(facts, {
      from: ['network-response', 'external-message', 'page-message'],
      to: ['debugger-command'],
    });
  },
});

const powerfulCommand =
  /^(?:Network\.(?:getAllCookies|getCookies|setCookies?|getResponseBody|getRequestPostData)|Storage\.(?:getCookies|setCookies)|Runtime\.(?:evaluate|callFunctionOn)|Fetch\.(?:enable|fulfillRequest|continueRequest|getResponseBody)|Page\.(?:addScriptToEvaluateOnNewDocument|setBypassCSP|captureScreenshot)|DOMStorage\.getDOMStorageItems|Input\.\w+|Security\.setIgnoreCertificateErrors)$/u;
