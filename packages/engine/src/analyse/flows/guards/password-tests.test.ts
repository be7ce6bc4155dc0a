import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../../testing/facts-of.ts';
import { selectsPassword } from './password-tests.ts';

const keep = 'chrome.storage.local.set({ kept: target.value })';

function letsPass(lines: string, before = ''): boolean {
  const facts = factsOf(
    `${before} document.addEventListener('change', ({ target }) => { ${lines} });`,
  );
  const flow = facts.flows.find(({ source }) => source.kind === 'form-input');
  return flow !== undefined && facts.mayBePassword(flow.source);
}

type Rows = readonly (readonly [lines: string, before?: string])[];

const kept: Rows = [
  [`${keep};`],
  [`if (target.value) ${keep};`],
  [`if (target.type === 'password') ${keep};`],
  [`if (target.type === 'checkbox') return; ${keep};`],
  [`if (target.tagName === 'INPUT' || target.tagName === 'TEXTAREA') ${keep};`],
  [`if (target instanceof HTMLInputElement) ${keep};`],
  [`if (target.matches('input, textarea')) ${keep};`],
  [`if (!['button', 'image'].includes(target.type)) ${keep};`],
  [`if (~left.indexOf(target.type)) return; ${keep};`, "const left = ['radio', 'range'];"],
  [`if (/pass|text/.test(target.type)) ${keep};`],
  [`switch (target.type) { case 'text': case 'password': ${keep}; }`],
  [`if (isText(target)) ${keep};`, "const isText = (field) => field.type !== 'file';"],
];

const left: Rows = [
  [`if (target.type !== 'password') ${keep};`],
  [`if (target.type === 'password') return; ${keep};`],
  [`if (target.getAttribute('type') === 'password') return; ${keep};`],
  [`if (target.tagName === 'TEXTAREA') ${keep};`],
  [`if (target.tagName.toLowerCase() !== 'textarea') return; ${keep};`],
  [`if (target instanceof HTMLTextAreaElement) ${keep};`],
  [`if (target.matches('textarea, input[type=text]')) ${keep};`],
  [`if (target.matches('input:not([type=password])')) ${keep};`],
  [`if (['text', 'search'].includes(target.type)) ${keep};`],
  [`if (kinds.has(target.type)) ${keep};`, "const kinds = new Set(['text', 'email']);"],
  [`if (kinds.indexOf(target.type) === -1) return; ${keep};`, "const kinds = ['text', 'email'];"],
  [`if (/^(?:text|email)$/.test(target.type)) ${keep};`],
  [`switch (target.type) { case 'text': case 'search': ${keep}; }`],
  [`if (isText(target.type)) ${keep};`, "function isText(type) { return type === 'text'; }"],
  [
    `if (isText(target)) ${keep};`,
    "function isText({ type }) { if (type === 'password') return false; return true; }",
  ],
  [`take(target);`, `function take(target) { if (target.type === 'password') return; ${keep}; }`],
];

describe('what is entered into fields', () => {
  for (const [lines, before] of kept)
    it(`may be a password: ${lines} ${before ?? ''}`, () =>
      assert.equal(letsPass(lines, before), true));

  for (const [lines, before] of left)
    it(`is no password: ${lines} ${before ?? ''}`, () =>
      assert.equal(letsPass(lines, before), false));
});

describe('a selector', () => {
  for (const selector of ['input', 'form input', 'textarea, input', '[type=password]', '*'])
    it(`finds passwords: ${selector}`, () => assert.equal(selectsPassword(selector), true));
  for (const selector of ['textarea', 'input[type=text]', 'input:not([type="password"])'])
    it(`finds none: ${selector}`, () => assert.equal(selectsPassword(selector), false));
  for (const selector of ['#draft', '.note', 'input.note'])
    it(`finds what the page calls so: ${selector}`, () =>
      assert.equal(selectsPassword(selector), undefined));
});
