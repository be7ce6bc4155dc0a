import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import vulnerableLibraries from '../../data/vulnerable-libraries.json' with { type: 'json' };
import { extensionOf } from '../../testing/build-extension.ts';
import { analyse } from '../analyse/analyse.ts';
import { bundledIntelligence } from './bundled.ts';
import { matchIntelligence } from './match.ts';

interface Release {
  readonly library: string;
  readonly version: string;
  readonly isVulnerable: boolean;
  readonly source: string;
  readonly said: string;
  readonly text: string;
}

const fixtures = join(import.meta.dirname, '../../fixtures');
/** Excerpts of releases on npm, made by `scripts/library-releases.ts`. */
const excerpts = JSON.parse(readFileSync(join(fixtures, 'libraries.json'), 'utf8')) as Release[];

/** Releases that npm does not have: banners and constants by hand, after the releases' own. */
const byHand: readonly (readonly [
  library: string,
  version: string,
  isVulnerable: boolean,
  text: string,
  file?: string,
])[] = [
  [
    'blueimp-file-upload',
    '9.22.0',
    true,
    '/*\n * jQuery File Upload Plugin\n */',
    'blueimp-file-upload@9.22.0/js/jquery.fileupload.js',
  ],
  [
    'blueimp-file-upload',
    '10.32.0',
    false,
    '/*\n * jQuery File Upload Plugin\n */',
    'jquery.fileupload-10.32.0.js',
  ],
  ['DWR', '1.1.3', true, 'var _a = {};', 'js/dwr-1.1.3.js'],
  [
    'DWR',
    '3.0.2',
    false,
    'dwr.version = { major:3, minor:0, revision:2, label:"3.0.2", title:"" };',
  ],
  [
    'ExtJS',
    '3.4.0',
    true,
    'window.undefined=window.undefined;Ext={version:"3.4.0",versionDetail:{major:3}};',
  ],
  [
    'ExtJS',
    '3.4.0',
    true,
    '/*!\n * Ext JS Library 3.4.0\n * Copyright(c) 2006-2011 Sencha Inc.\n */\nExt={};',
  ],
  ['ExtJS', '6.6.0', false, 'Ext.setVersion("ext","6.6.0");'],
  [
    'easyXDM',
    '2.4.18',
    true,
    'var easyXDM = {\n  /** The version of the library */\n  version: "2.4.18",\n  query: q };',
  ],
  ['easyXDM', '2.5.0', false, '/**\n * easyXDM 2.5.0\n * http://easyxdm.net/\n */'],
  [
    'flowplayer',
    '5.4.2',
    true,
    '/*!\n\n   Flowplayer v5.4.2 (2013-11-20) | flowplayer.org/license\n\n*/',
  ],
  ['jPlayer', '2.2.19', true, '/*! jPlayer 2.2.19 for jQuery ~ (c) 2009-2013 Happyworm Ltd */'],
  [
    'jPlayer',
    '2.2.19',
    true,
    'a.jPlayer.prototype={count:0,version:{script:"2.2.19",needFlash:"2.2.0",flash:"unknown"}}',
  ],
  [
    'jquery-ui-tooltip',
    '1.9.2',
    true,
    '/*!\n * jQuery UI Tooltip 1.9.2\n * http://jqueryui.com\n */',
  ],
  [
    'jquery.prettyPhoto',
    '3.1.5',
    true,
    '/* ---\n\tClass: prettyPhoto\n\tUse: Lightbox clone for jQuery\n\tAuthor: Stephane Caron\n\tVersion: 3.1.5\n--- */',
  ],
  ['jquery.prettyPhoto', '3.1.6', false, "$.prettyPhoto = {version: '3.1.6'};"],
  ['pendo', '2.15.17', true, '// Pendo Agent v2.15.17\n(function(){})()'],
  ['pendo', '2.15.18', false, '// Pendo Agent v2.15.18\n(function(){})()'],
  [
    'prototypejs',
    '1.7.3',
    true,
    "/*  Prototype JavaScript framework, version 1.7.3\n */\nvar Prototype = {\n\n  Version: '1.7.3' };",
  ],
  ['prototypejs', '1.7.4', false, 'var Prototype={Version:"1.7.4",Browser:b};'],
  ['sessvars', '1.00', true, '/*\nsessvars ver 1.00\n- JavaScript based session object\n*/'],
  ['sessvars', '1.01', false, '/*\nsessvars ver 1.01\n- JavaScript based session object\n*/'],
  ['swfobject', '2.0', true, '/*!\tSWFObject v2.0 <http://code.google.com/p/swfobject/>\n*/'],
  ['swfobject', '2.2', false, '/*!\tSWFObject v2.2 <http://code.google.com/p/swfobject/>\n*/'],
];

/** No library, but a list of addresses that Retire.js does not look at. */
const noLibrary = 'dont check';

describe('known libraries', () => {
  const intelligence = bundledIntelligence() ?? assert.fail('no intelligence');
  const toldOf = (text: string, file: string) => {
    const extension = extensionOf({ background: { service_worker: file } }, { [file]: text });
    const facts = analyse(extension);
    const matches = matchIntelligence(intelligence, extension, facts).vulnerable_library;
    return { libraries: facts.libraries, vulnerable: matches.map(({ value }) => value) };
  };
  const check = (
    library: string,
    version: string,
    isVulnerable: boolean,
    text: string,
    file: string,
  ): void => {
    const { libraries, vulnerable } = toldOf(text, file);
    assert.ok(
      libraries.some((found) => found.name === library && found.version === version),
      `found ${libraries.map(({ name, version: v }) => `${name} ${v}`).join(', ') || 'none'}`,
    );
    assert.equal(vulnerable.includes(`${library} ${version}`), isVulnerable, 'is told of');
  };

  for (const { library, version, isVulnerable, source, said, text } of excerpts) {
    it(`${source} is ${isVulnerable ? 'told of' : 'known'} (${said})`, () => {
      check(library, version, isVulnerable, text, 'bundle.js');
    });
  }
  for (const [library, version, isVulnerable, text, file = 'bundle.js'] of byHand) {
    it(`${library} ${version} is ${isVulnerable ? 'told of' : 'known'} (by hand)`, () => {
      check(library, version, isVulnerable, text, file);
    });
  }

  it('are all of which vulnerabilities are known, found where vulnerable and let be where mended', () => {
    const tried = [
      ...excerpts.map(({ library, isVulnerable }) => ({ library, isVulnerable })),
      ...byHand.map(([library, , isVulnerable]) => ({ library, isVulnerable })),
    ];
    const missing = Object.entries(vulnerableLibraries).flatMap(
      ([library, { vulnerabilities }]) => {
        if (library === noLibrary || own.has(library)) return [];
        const kinds = tried.filter((release) => release.library === library);
        const hasBoth =
          (vulnerabilities.length === 0 || kinds.some(({ isVulnerable }) => isVulnerable)) &&
          (neverMended.has(library) || kinds.some(({ isVulnerable }) => !isVulnerable));
        return hasBoth ? [] : [library];
      },
    );
    assert.deepEqual(missing, []);
  });
});

/** Known by us alone, and tried by the rule's fixtures. */
const own: ReadonlySet<string> = new Set(['codemirror', 'crypto-js']);
/** Whose last release has a known vulnerability. */
const neverMended: ReadonlySet<string> = new Set([
  'angularjs',
  'jquery-deparam',
  'jquery-mobile',
  'mootools',
]);
