import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { nestingProblem as problemOf } from './bracket-depth.ts';

const nestingProblem = (source: string) => problemOf(Buffer.from(source));

describe('nestingProblem', () => {
  it('refuses brackets that nest deeper than the parser bears', () => {
    for (const [open, close] of ['()', '[]', '{}']) {
      assert.match(
        nestingProblem(`x=${open!.repeat(3_000)}${close!.repeat(3_000)}`) ?? '',
        /brackets/,
      );
    }
    assert.match(nestingProblem('`${'.repeat(3_000)) ?? '', /brackets/);
  });

  it('refuses chains that nest without brackets', () => {
    for (const link of ['a=>', 'a?b:', 'a=', 'if(a)', 'new ', 'a**', 'if(a);else ']) {
      const code = `{${link.repeat(20_000)}0}`;
      const isCut = link === 'if(a);else ';
      assert.equal(nestingProblem(code) === undefined, isCut, link);
    }
  });

  it('does not count brackets in strings, comments, templates and regular expressions', () => {
    const many = '(['.repeat(2_000);
    for (const code of [
      `"${many}"`,
      `'${many}'`,
      `\`${many}\``,
      `// ${many}`,
      `/* ${many} */`,
      `x = /[${'('.repeat(4_000)}]/`,
    ]) {
      assert.equal(nestingProblem(code), undefined, code.slice(0, 5));
    }
  });

  it('counts brackets after what may be a division and not a regular expression', () => {
    const nested = `${'('.repeat(20_000)}1${')'.repeat(20_000)}`;
    for (const before of ['x={}', 'x={} ', 'x++', 'x--', 'x={}/* */'])
      assert.match(nestingProblem(`${before}/${nested}/1`) ?? '', /brackets/, before);
    assert.match(nestingProblem(`x={}/${'!'.repeat(20_000)}1/1`) ?? '', /brackets/);
    const emoji = '(?:[a-z]|x?)'.repeat(2_000);
    assert.equal(nestingProblem(`if (a) {}\n/${emoji}/.test(b)`), undefined);
  });

  it('counts brackets behind comments and strings that end where JavaScript ends lines', () => {
    const nested = '['.repeat(20_000);
    for (const end of ['\n', '\r', '\r\n', '\u2028', '\u2029']) {
      assert.match(nestingProblem(`// a${end}${nested}`) ?? '', /brackets/, escape(end));
      assert.match(nestingProblem(`x = a\n/ [b${end}/ ${nested}`) ?? '', /brackets/, escape(end));
    }
    assert.match(nestingProblem(`'a\r${nested}`) ?? '', /brackets/);
    assert.equal(nestingProblem(`'a\\\r\n${nested}'`), undefined);
  });

  it('gives up on slashes that may all start regular expressions which never end', () => {
    for (const unit of ['/[}', '/\\'])
      assert.match(nestingProblem(unit.repeat(400_000)) ?? '', /slashes/, unit);
    assert.equal(nestingProblem('a = {} / b;\n'.repeat(400_000)), undefined);
    assert.equal(nestingProblem('/\\\n[}'.repeat(400_000)), undefined);
  });

  it('judges the words of a chain as wholes, beside letters of other alphabets too', () => {
    for (const word of ['newer ', 'New ', 'ñnew ', 'if_ ', 'with1 ', 'instance '])
      assert.equal(nestingProblem(word.repeat(20_000)), undefined, word);
    assert.match(nestingProblem(`ñ=${'new '.repeat(20_000)}`) ?? '', /statement/);
    assert.equal(nestingProblem('a=b\nvar '.repeat(20_000)), undefined);
  });

  it('lets long flat code pass', () => {
    assert.equal(nestingProblem('a = { b: c ? 1 : 2 };\n'.repeat(20_000)), undefined);
    assert.equal(nestingProblem('const a = b\n'.repeat(20_000)), undefined);
    assert.equal(nestingProblem(`x = ${'a + '.repeat(20_000)} b`), undefined);
  });
});
