import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import * as fc from 'fast-check';
import { createExcerptReader, showControls } from './excerpt.ts';

describe('createExcerptReader', () => {
  it('gives the line, whatever the line ends', () => {
    const read = readerOf('first\r\nsecond\nthird\rfourth');
    assert.deepEqual(
      [1, 2, 3, 4].map((line) => read({ file: 'a.js', line, column: 1 })),
      ['first', 'second', 'third', 'fourth'],
    );
  });

  it('gives the lines that the whole file has when it is decoded', () => {
    const pieces = fc.constantFrom('a', 'bcdefg', '\n', '\r', '\r\n', '\u{feff}', 'é', '検', '🔍');
    const bytes = fc
      .tuple(fc.array(pieces, { maxLength: 40 }), fc.uint8Array({ maxLength: 4 }))
      .map(([texts, rest]) => Buffer.concat([Buffer.from(texts.join('')), rest]));
    fc.assert(
      fc.property(bytes, (contents) => {
        const read = createExcerptReader(new Map([['a.js', contents]]));
        const lines = new TextDecoder().decode(contents).split(/\r\n|\n|\r/);
        for (const [index, line] of [...lines, undefined].entries()) {
          if (line !== undefined && line.trim().length < 5) continue;
          const at = { file: 'a.js', line: index + 1, column: 1 };
          assert.equal(read(at), line && showControls(line.trim()));
        }
      }),
    );
  });

  it('gives a window around the column of a minified file', () => {
    const read = readerOf(`${'a;'.repeat(50_000)}eval(x)${';b'.repeat(50_000)}`);
    const excerpt = read({ file: 'a.js', line: 1, column: 100_001 });
    assert.ok(excerpt?.includes('eval(x)'));
    assert.ok((excerpt?.length ?? 0) <= 200);
  });

  it('adds the lines that follow one of brackets only', () => {
    const read = readerOf('[\n  {\n    "matches": ["<all_urls>"]\n  }\n]');
    const excerpt = read({ file: 'a.js', line: 2, column: 3 });
    assert.equal(excerpt, '{ "matches": ["<all_urls>"] } ]');
  });

  it('gives nothing for a file or a line that does not exist', () => {
    const read = readerOf('one');
    assert.equal(read({ file: 'b.js', line: 1, column: 1 }), undefined);
    assert.equal(read({ file: 'a.js', line: 2, column: 1 }), undefined);
  });

  it('never gives more than 200 characters nor an invisible one', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 900 }), fc.nat(900), (bytes, column) => {
        const read = createExcerptReader(new Map([['a.js', bytes]]));
        const excerpt = read({ file: 'a.js', line: 1, column }) ?? '';
        assert.ok(excerpt.length <= 200);
        assert.doesNotMatch(excerpt, /[\p{Cc}\p{Cf}]/u);
      }),
    );
  });
});

describe('showControls', () => {
  it('shows terminal escapes and bidirectional overrides as escapes', () => {
    assert.equal(showControls('a\u001b[31mb\u202ec\u009bd'), 'a\\u{001b}[31mb\\u{202e}c\\u{009b}d');
  });

  it('leaves ordinary text of any script alone', () => {
    const text = 'Prüfung 検査 فحص 🔍';
    assert.equal(showControls(text), text);
  });
});

function readerOf(text: string) {
  return createExcerptReader(new Map([['a.js', new TextEncoder().encode(text)]]));
}
