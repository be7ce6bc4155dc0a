import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuSeconds } from '../../model/cpu-seconds.ts';
import { extensionOf } from '../../../testing/build-extension.ts';
import { readPages } from './html.ts';

const factsOf = (html: string) => readPages(extensionOf({}, { 'ui/page.html': html })).facts;

test('what a page loads and runs is told with its line and column', () => {
  const html = [
    '<!doctype html><base href="/lib/">',
    '  <script src=https://cdn.test/a.js></script>',
    '<script>',
    'run();</script>',
    '<body onload="go(&quot;x&quot;)"><iframe src="//frames.test/f"></iframe>',
    "<link REL='preload stylesheet' href='http://css.test/x.css'>",
    '<a href=" java&#10;script:alert(1)">x</a>',
  ].join('\n');
  assert.deepEqual(
    factsOf(html).map(({ kind, value, at }) => [kind, value, at.line, at.column]),
    [
      ['base-element', '/lib/', 1, 16],
      ['remote-script', 'https://cdn.test/a.js', 2, 3],
      ['inline-script', 'run();', 3, 1],
      ['inline-handler', 'onload=go("x")', 5, 15],
      ['remote-frame', '//frames.test/f', 5, 34],
      ['remote-stylesheet', 'http://css.test/x.css', 6, 1],
      ['inline-handler', 'href= java\nscript:alert(1)', 7, 10],
    ],
  );
});

test('package files, templates, comments and quoted markup are no facts', () => {
  const html = `<script src="a.js"></script><script type="application/json">{"a": 1}</script>
    <script></script><!-- <script src="https://x.test/a.js"></script> -->
    <textarea><script src="https://x.test/a.js"></script></textarea>
    <iframe src="frame.html"></iframe><link rel="icon" href="https://x.test/i.png">
    <p title="<script>a()</script>" on="x" once="y">text</p>`;
  assert.deepEqual(
    factsOf(html).map(({ value }) => value),
    [],
  );
});

test('inline scripts come with the place where their source starts', () => {
  const html =
    '<p>\n<script>first()</script><script type=module>\nsecond()</script><script src=x></script>';
  assert.deepEqual(readPages(extensionOf({}, { 'a.html': html })).scripts, [
    { file: 'a.html', source: 'first()', isModule: false, line: 2, column: 9 },
    { file: 'a.html', source: '\nsecond()', isModule: true, line: 2, column: 45 },
  ]);
});

test('an unclosed script runs to the end of the file', () => {
  const { scripts } = readPages(extensionOf({}, { 'a.html': '<script>a < b && c</scrip' }));
  const [script] = scripts;
  assert.equal(script?.source, 'a < b && c</scrip');
});

test('a page of 300,000 handlers is read in linear time and bounded', () => {
  const html = '<i onclick=a>'.repeat(300_000);
  const seconds = cpuSeconds(() => assert.equal(factsOf(html).length, 1_000));
  assert.ok(seconds < 3, `${seconds} s`);
});
