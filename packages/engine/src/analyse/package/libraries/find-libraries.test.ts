import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Lines } from '../../source/lines.ts';
import { findLibraries } from './find-libraries.ts';

describe('findLibraries', () => {
  const found = (text: string, file = 'lib/bundle.js'): string[] =>
    findLibraries({ file, text, bytes: Buffer.from(text) }, new Lines(file, text)).map(
      ({ name, version, at }) => `${name} ${version} ${at.line}:${at.column}`,
    );

  it('reads licence comments, wherever a bundler put them', () => {
    assert.deepEqual(
      found(
        '/*! jQuery v3.4.1 | (c) somebody */a();\n/*!\n * Bootstrap v4.3.0 (https://somewhere)\n */b();\n' +
          '/**\n * @license AngularJS v1.7.8\n */',
      ),
      ['jquery 3.4.1 1:13', 'bootstrap 4.3.0 3:15', 'angularjs 1.7.8 6:24'],
    );
  });

  it('reads constants that minifiers keep', () => {
    assert.deepEqual(found('(()=>{n.fn=n.prototype={jquery:"1.12.4",constructor:n}})()'), [
      'jquery 1.12.4 1:33',
    ]);
  });

  it('names both of two versions of one library', () => {
    assert.deepEqual(found('/*! jQuery v3.4.1 */a();\n/*! jQuery v1.12.4 */'), [
      'jquery 3.4.1 1:13',
      'jquery 1.12.4 2:13',
    ]);
  });

  it('takes the name of the file or its folder where nothing else speaks', () => {
    assert.deepEqual(found('var _={}', 'vendor/underscore-1.9.1.min.js'), [
      'underscore.js 1.9.1 1:1',
    ]);
    assert.deepEqual(found('var _={}', 'vendor/jquery/1.12.4/jquery.min.js'), [
      'jquery 1.12.4 1:1',
    ]);
    assert.deepEqual(found('/*! jQuery v3.4.1 */', 'vendor/jquery-1.2.3.js'), [
      'jquery 3.4.1 1:13',
    ]);
  });

  it('leaves out what only speaks of a library', () => {
    assert.deepEqual(found('/*! Smooth Scroll for jQuery v2.2.0 */', 'jquery.scroll-2.2.0.js'), []);
    assert.deepEqual(found('/*! needs jQuery v1.7 or later */'), []);
    assert.deepEqual(found('const jquery = "3.4.1";'), []);
    assert.deepEqual(found('const version = "3.4.1"; f({ version: "2.0.1" })'), []);
  });

  it('costs time in proportion to the length of hostile text', () => {
    const started = process.cpuUsage();
    for (const part of ['/*! a a a a ', ' 1.2.3', '="1.2.3",', 'jQuery '.repeat(50), '@license ']) {
      const text = part.repeat(2_000_000 / part.length);
      findLibraries(
        { file: 'hostile.js', text, bytes: Buffer.from(text) },
        new Lines('hostile.js', ''),
      );
    }
    assert.ok(process.cpuUsage(started).user < 2_000_000);
  });
});
