import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { findLibraries } from './libraries.ts';
import { Lines } from './lines.ts';

describe('findLibraries', () => {
  const found = (text: string, file = 'lib/bundle.js'): string[] =>
    findLibraries(file, text, new Lines(file, text)).map(
      ({ name, version, at }) => `${name} ${version} ${at.line}:${at.column}`,
    );

  it('reads licence comments, wherever a bundler put them', () => {
    assert.deepEqual(
      found(
        '/*! jQuery v3.4.1 | (c) somebody */a();\n/*!\n * Bootstrap v4.3.0 (https://somewhere)\n */b();\n' +
          '/**\n * @license AngularJS v1.7.8\n */',
      ),
      ['jquery 3.4.1 1:1', 'bootstrap 4.3.0 2:1', 'angularjs 1.7.8 6:4'],
    );
  });

  it('reads constants that minifiers keep', () => {
    assert.deepEqual(found('(()=>{n.fn=n.prototype={jquery:"1.12.4",constructor:n}})()'), [
      'jquery 1.12.4 1:25',
    ]);
  });

  it('takes the name of the file where nothing else speaks', () => {
    assert.deepEqual(found('var _={}', 'vendor/underscore-1.9.1.min.js'), [
      'underscore.js 1.9.1 1:1',
    ]);
    assert.deepEqual(found('/*! jQuery v3.4.1 */', 'vendor/jquery-1.2.3.js'), ['jquery 3.4.1 1:1']);
  });

  it('leaves out what only speaks of a library', () => {
    assert.deepEqual(found('/*! Smooth Scroll for jQuery v2.2.0 */', 'jquery.scroll-2.2.0.js'), []);
    assert.deepEqual(found('/*! needs jQuery v1.7 or later */'), []);
    assert.deepEqual(found('const jquery = "3.4.1";'), []);
  });

  it('costs time in proportion to the length of hostile text', () => {
    const started = process.cpuUsage();
    for (const part of ['/*!', '/*! a a a a ', 'jquery:', '@license ', 'jQuery '.repeat(50)]) {
      findLibraries(
        'hostile.js',
        part.repeat(2_000_000 / part.length),
        new Lines('hostile.js', ''),
      );
    }
    assert.ok(process.cpuUsage(started).user < 2_000_000);
  });
});
