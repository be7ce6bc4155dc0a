import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from 'node:test';
import { extensionOf } from '../../testing/build-extension.ts';
import { analyse } from '../analyse/analyse.ts';
import type { Facts } from '../analyse/facts/facts.ts';
import { readIntelligenceEntry } from './entry.ts';
import { withFeedLibraries } from './feed-libraries.ts';
import { gatherIntelligence } from './intelligence.ts';
import { libraryEntries } from './vulnerable-library.ts';

describe('libraries by the patterns of feeds', () => {
  const factsWith = (repository: object, files: Readonly<Record<string, string>>): Facts => {
    const entries = [...libraryEntries(repository, 'feed')].flatMap((value) => {
      const entry = readIntelligenceEntry(value);
      return 'problem' in entry ? [] : [entry];
    });
    const intelligence = gatherIntelligence(entries) ?? assert.fail('no entry');
    const extension = extensionOf(
      { background: { scripts: Object.keys(files) }, manifest_version: 2 },
      files,
    );
    return withFeedLibraries(analyse(extension), extension, intelligence);
  };
  const repositoryOf = (extractors: object): object => ({
    'swipe-view': { vulnerabilities: [{ below: '2.4.3', severity: 'high' }], extractors },
  });
  const found = ({ libraries }: Facts): string[] =>
    libraries.map(({ name, version, at }) => `${name} ${version} ${at.file}:${at.line}`);

  it('are found by text, path and hash', () => {
    const copy = 'export const swipe = 1;';
    const sha1 = createHash('sha1').update(copy).digest('hex');
    const repository = repositoryOf({
      filecontent: ['SwipeView v(§§version§§)'],
      filename: ['swipe-view-(§§version§§)(?:\\.min)?\\.js'],
      hashes: { [sha1]: '2.0.1' },
    });
    const files = {
      'a.js': '\n/* SwipeView v2.4.1 */ f()',
      'lib/swipe-view-2.4.2.min.js': 'g()',
      'copy.js': copy,
      'other.js': '/* SwipeView of another kind */',
    };
    assert.deepEqual(found(factsWith(repository, files)), [
      'swipe-view 2.4.1 a.js:2',
      'swipe-view 2.0.1 copy.js:1',
      'swipe-view 2.4.2 lib/swipe-view-2.4.2.min.js:1',
    ]);
  });

  it('leave out what the engine knows itself', () => {
    const repository = {
      jquery: {
        vulnerabilities: [{ below: '9.0.0', severity: 'low' }],
        extractors: { filecontent: ['jQuery v(§§version§§)'] },
      },
    };
    assert.deepEqual(found(factsWith(repository, { 'a.js': '/*! jQuery v3.4.1 */' })), [
      'jquery 3.4.1 a.js:1',
    ]);
  });

  it('end by steps where a package is written to make them endless, and say so', () => {
    const patterns = Array.from(
      { length: 200 },
      (_, n) => `SwipeView (?:(?:a|aa)*)*b${n}(§§version§§)`,
    );
    const text = `/*${`SwipeView ${'a'.repeat(1_190)}`.repeat(200)}*/`;
    const started = process.cpuUsage();
    const facts = factsWith(repositoryOf({ filecontent: patterns }), {
      'a.js': text,
      'b.js': `${text}\n`,
      'c.js': `${text} `,
    });
    assert.ok(process.cpuUsage(started).user < 8_000_000, 'seconds');
    assert.deepEqual(
      facts.limited.map(({ what }) => what),
      ['libraries'],
    );
  });
});
