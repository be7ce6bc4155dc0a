import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cpuSeconds } from './cpu-seconds.ts';
import { JsonSyntaxError, chromiumJsonItems, parseChromiumJson } from './chromium-json.ts';

const refusal = (text: string) => {
  try {
    parseChromiumJson(text);
  } catch (error) {
    assert.ok(error instanceof JsonSyntaxError);
    return { message: error.message, offset: error.offset };
  }
  return assert.fail(`accepted: ${text.slice(0, 60)}`);
};

test('values read as JSON.parse reads them', () => {
  const text =
    '{"a": [1, -2.5e3, 0, true, false, null, "x\\u00e9\\n\\/"], "b": {"c": {}}, "d": []}';
  assert.deepEqual(JSON.parse(JSON.stringify(parseChromiumJson(text).value)), JSON.parse(text));
});

test('line and block comments are white space', () => {
  const text = '// first\n{ /* of */ "a" /* b */ : /* c */ 7 // end\n } // no line end';
  assert.equal(parseChromiumJson(text).offsetOf(['a']), text.indexOf('7'));
});

test('a comment opener inside a string is text', () => {
  assert.equal(parseChromiumJson('"http://x/*y*/"').value, 'http://x/*y*/');
});

test('the last of equal keys wins and each repetition is told with its place', () => {
  const text = '{"a": 1, "b": 2, "a": 3}';
  const document = parseChromiumJson(text);
  assert.deepEqual(Object.entries(document.value as object), [
    ['a', 3],
    ['b', 2],
  ]);
  assert.deepEqual(document.duplicateKeys, [{ key: 'a', offset: text.lastIndexOf('"a"') }]);
  assert.equal(document.offsetOf(['a']), text.indexOf('3'));
});

test('__proto__ and constructor are plain keys and change no prototype', () => {
  const value = parseChromiumJson('{"__proto__": {"polluted": 9}, "constructor": 4}')
    .value as object;
  assert.deepEqual(Object.keys(value), ['__proto__', 'constructor']);
  assert.equal(Object.getPrototypeOf(value), null);
  assert.equal(({} as { polluted?: number }).polluted, undefined);
});

test('escaped NUL, raw control characters, \\x and \\v are kept as Chromium keeps them', () => {
  assert.equal(parseChromiumJson('"a\\u0000b\u0001\n\\x41\\v"').value, 'a\0b\u0001\nA\v');
});

test('a surrogate pair is one character and half of one is refused', () => {
  assert.equal(parseChromiumJson('"\\ud83d\\ude00"').value, '😀');
  assert.match(refusal('["\\ud83d"]').message, /half of a surrogate pair/);
  assert.match(refusal('["\\ude00\\ud83d"]').message, /half of a surrogate pair/);
});

test('200 levels are read and the 201st is refused where it opens', () => {
  parseChromiumJson('['.repeat(200) + ']'.repeat(200));
  const { message, offset } = refusal('['.repeat(201) + ']'.repeat(201));
  assert.match(message, /deeper than 200 levels/);
  assert.equal(offset, 200);
  assert.match(refusal('{"a":'.repeat(100_000)).message, /deeper than 200 levels/);
});

for (const [text, message, offset] of [
  ['{"a": 1,}', /trailing comma before "}"/, 7],
  ['[1,]', /trailing comma before "]"/, 2],
  ["{'a': 1}", /a key was expected here/, 1],
  ['{"a" 1}', /":" was expected after the key "a"/, 5],
  ['{"a": 1 "b": 2}', /"," or "}" was expected/, 8],
  ['{"a": 1', /the file ends inside an object/, 7],
  ['{"a":', /the file ends where a value/, 5],
  ['{} x', /nothing may follow/, 3],
  ['"abc', /never closed/, 0],
  ['"\\q"', /no escape sequence/, 1],
  ['"\\u12"', /needs 4 hexadecimal digits/, 1],
  ['/* open', /never closed/, 0],
  ['[1e400]', /too large/, 1],
  ['[01]', /"," or "]" was expected/, 2],
  ['[NaN]', /a value was expected/, 1],
  ['', /the file ends where a value/, 0],
] as const) {
  test(`refuses ${JSON.stringify(text)} at its place`, () => {
    const found = refusal(text);
    assert.match(found.message, message);
    assert.equal(found.offset, offset);
  });
}

const repaired = (text: string) => {
  const document = parseChromiumJson(text, { repairs: true });
  return { ...document, value: JSON.parse(JSON.stringify(document.value)) };
};

for (const [text, value, offsets] of [
  ['{"a": [1, 2,], "b": {"c": 3,},}', { a: [1, 2], b: { c: 3 } }, [11, 27, 29]],
  ['{"a": 1,, "b": 2}', { a: 1, b: 2 }, [8]],
  ['{"a": "x" "b": ["y" {"z": 4}]}', { a: 'x', b: ['y', { z: 4 }] }, [10, 20]],
  ["{a: 'it\"s'}", { a: 'it"s' }, [1, 4]],
  ['{"a": {"b": [5', { a: { b: [5] } }, [14]],
  ['{"a": {"b": [5,', { a: { b: [5] } }, [15]],
  ['{"a": "\\.js"}', { a: '.js' }, [7]],
  ['{"a": 6} }', { a: 6 }, [9]],
] as const) {
  test(`repairs ${text} and tells where`, () => {
    const found = repaired(text);
    assert.deepEqual(found.value, value);
    assert.deepEqual(
      found.faults.map(({ offset }) => offset),
      offsets,
    );
  });
}

test('what has no obvious reading is refused with repairs too', () => {
  for (const text of ['[01]', '[1}', '{"a":', '{"a": b}', '"abc', '["\\ud83d"]', '/* open', '']) {
    assert.throws(() => repaired(text), JsonSyntaxError, text);
  }
  assert.throws(() => repaired('['.repeat(201)), /deeper than 200 levels/);
});

test('values of a repaired text are located', () => {
  const text = '{"a": [1, {b: 2,}, 3,],}';
  assert.equal(repaired(text).offsetOf(['a', 1, 'b']), text.indexOf('2'));
  assert.equal(repaired(text).offsetOf(['a', 2]), text.indexOf('3'));
});

test('a million faults are repaired in linear time and fifty are told', () => {
  for (const text of [`[${'1,,'.repeat(1_000_000)}1]`, `[${'"" '.repeat(1_000_000)}]`]) {
    const seconds = cpuSeconds(() => assert.equal(repaired(text).faults.length, 50));
    assert.ok(seconds < 5, `${seconds} s`);
  }
});

test('what Chromium reads and Firefox refuses is told once each', () => {
  const text = '{/* a */ "b": "\\x41\t\n" /* c */} // both read this';
  assert.deepEqual(
    parseChromiumJson(text).extras.map(({ offset }) => offset),
    [1, text.indexOf('\\x'), text.indexOf('\t')],
  );
});

test('the place of a value that is absent is that of its nearest ancestor', () => {
  const text = '{"a": {"list": [10, {"b": 20}]}}';
  const document = parseChromiumJson(text);
  const offsetOf = (path: (string | number)[]) => document.offsetOf(path);
  assert.equal(offsetOf(['a', 'list', 1, 'b']), text.indexOf('20'));
  assert.equal(offsetOf(['a', 'list', 9]), text.indexOf('['));
  assert.equal(offsetOf(['a', 'nope', 'deeper']), text.indexOf('{"list"'));
  assert.equal(offsetOf(['nope']), 0);
});

test('20 MB read in linear time, whatever they are made of', () => {
  const size = 20_000_000;
  for (const text of [
    `[${'0,'.repeat(size / 2)}0]`,
    `"${'\\n'.repeat(size / 2)}"`,
    `${' '.repeat(size)}1`,
    `${'/**/'.repeat(size / 4)}1`,
  ]) {
    const seconds = cpuSeconds(() => parseChromiumJson(text));
    assert.ok(seconds < 5, `${text.slice(0, 4)}: ${seconds} s`);
  }
});

test('a list is read item by item with the place of each', () => {
  const text = ' [ {"id": 5}, 6 ] ';
  const items = [...chromiumJsonItems(text)];
  assert.deepEqual(
    items.map(({ offset }) => offset),
    [text.indexOf('{'), text.indexOf('6')],
  );
  assert.throws(() => [...chromiumJsonItems('{"id": 5}')], /a list was expected/);
});

test('a comment that ends for some browsers only has no reading', () => {
  for (const text of [
    '{"a": 1, // b\r"a": 2,\n"c": 3}',
    '{"a": 1} // b\r, "c": 2}',
    '{// a\r"b": 1\r}',
  ]) {
    for (const repairs of [false, true]) {
      assert.throws(() => parseChromiumJson(text, { repairs }), /carriage return/, text);
    }
  }
  assert.deepEqual(repaired('{// a \r\r \n "b": 7\r\n} // c\r').value, { b: 7 });
});

test('a comment of carriage returns is read in linear time', () => {
  const text = `{} //${'\r '.repeat(1_000_000)}`;
  const seconds = cpuSeconds(() => assert.deepEqual(repaired(text).faults, []));
  assert.ok(seconds < 5, `${seconds} s`);
});

test('what Chromium reads is read the same with repairs', () => {
  for (const text of [
    '{"a": 1, "a": 2, "__proto__": {"b": [3]}}',
    '/* ,, */ [1, "\\x41\\v\t", // ]\n {"\'": "it\'s"}]',
    '{"a,,": "{b: 1,}", "c": [[], {}]} // }',
  ]) {
    const strict = parseChromiumJson(text);
    const lenient = parseChromiumJson(text, { repairs: true });
    assert.deepEqual(lenient.value, strict.value);
    assert.deepEqual(lenient.duplicateKeys, strict.duplicateKeys);
    assert.deepEqual(lenient.faults, []);
  }
});
