import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parseLibraryPattern } from './library-pattern.ts';

describe('a pattern of a feed', () => {
  const cases: readonly [pattern: string, fixedText: string][] = [
    [String.raw`/\*!? jQuery v(§§version§§)`, ' jQuery v'],
    [String.raw`jquery:[ ]?"(§§version§§)"`, 'jquery:'],
    [String.raw`\.version="(§§version§§)",.{0,40}\.removed=\[\]`, '.removed=[]'],
    [String.raw`colou?r-pick(?:er)? [^]{0,9}(§§version§§)`, 'r-pick'],
  ];
  for (const [pattern, fixedText] of cases) {
    it(`${pattern} is looked for around ${JSON.stringify(fixedText)}`, () => {
      const parsed = parseLibraryPattern(`lib#content#${pattern}`);
      assert.ok(!('problem' in parsed) && parsed.place === 'content');
      assert.equal(parsed.fixedText, fixedText);
    });
  }

  const refused: readonly [pattern: string, problem: RegExp][] = [
    ['(?=Lib) (§§version§§)', /fixed characters/],
    ['Library (?=v)(§§version§§)', /RE2/],
    [String.raw`Library (a)\1(§§version§§)`, /RE2/],
    ['(Library|Other) §§version§§ ', /fixed characters/],
    ['Library one (§§version§§)|Library two (§§version§§)', /fixed characters/],
    ['Library .{0,900}.{0,900}.{0,900}(§§version§§)', /repeat so much/],
    ['Library §§version§§', /a group/],
    ['Library', /must hold §§version§§/],
    [`Library ${'x'.repeat(700)}(§§version§§)`, /up to 600 characters/],
  ];
  for (const [pattern, problem] of refused) {
    it(`${pattern.slice(0, 60)} is refused`, () => {
      const parsed = parseLibraryPattern(`lib#content#${pattern}`);
      assert.ok('problem' in parsed);
      assert.match(parsed.problem, problem);
    });
  }
});
