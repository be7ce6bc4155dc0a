import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { firefoxExtensionId, summarise } from '@extaudit/engine';
import knownMalicious from '../../../engine/data/known-malicious.json' with { type: 'json' };
import { packTestAddOn, type TestAddOnStore } from './test-add-on-store.ts';
import { makeTestExtension, type TestExtension } from './test-extension.ts';
import type { TestStore } from './test-store.ts';

export interface FleetSize {
  readonly machines: number;
  readonly ids: number;
  /** Of the ids: real packages of the Chrome Web Store, and made-up ones of each store. */
  readonly real: number;
  readonly inStore: number;
  readonly addOns: number;
  /** Of the ids: known to be malicious, and those of which the machines show the manifest. */
  readonly malicious: number;
  readonly shown: number;
}

/** Machines of a made-up company, and what they have installed. */
export interface TestFleet {
  readonly ids: readonly string[];
  /** Known by its id alone. */
  readonly malicious: string;
  /** An add-on of Firefox, by its own id. */
  readonly addOn: string;
  /** Asks for the tabs on the first day and for the debugger, and every site, on the second. */
  readonly gaining: TestExtension;
  /** Result of osquery, of both of its tables. @param day 1 or 2 */
  osquery(day: 1 | 2): readonly object[];
  /** Lets the stores hand out what the day's machines have. */
  publish(
    stores: { readonly chrome: TestStore; readonly addOns: TestAddOnStore },
    day: 1 | 2,
  ): void;
}

const perMachine = 20;

export async function makeFleet(size: FleetSize): Promise<TestFleet> {
  const real = await realPackages(size.real);
  const made = Array.from({ length: size.inStore }, (_, at) => makeTestExtension(`Tool ${at}`));
  const [gaining] = made;
  if (!gaining) throw new Error('a fleet needs an extension that gains something');
  const addOns = Array.from({ length: size.addOns }, (_, at) => `tool-${at}@tides.dev`);
  const malicious = maliciousIds().slice(0, size.malicious);
  const shown = Array.from({ length: size.shown }, (_, at) => idOf('m', at));
  const named = [
    ...real.map(({ id }) => id),
    ...made.map(({ id }) => id),
    ...addOns,
    ...malicious,
    ...shown,
  ];
  const unknown = Array.from({ length: size.ids - named.length }, (_, at) => idOf('n', at));
  const all = [...named, ...unknown];
  const manifests = new Map(shown.map((id, at) => [id, manifestOf(at)]));
  const realVersions = new Map(real.map(({ id, version }) => [id, version]));
  const versionOf = (id: string, day: 1 | 2): string =>
    id === gaining.id ? `${day}.0` : (realVersions.get(id) ?? '1.0');
  return {
    ids: all.map((id) => (id.includes('@') ? firefoxExtensionId(id) : id)),
    malicious: malicious[0] ?? '',
    addOn: addOns[0] ?? '',
    gaining,
    osquery: (day) =>
      Array.from({ length: size.machines }, (_, machine) =>
        // Each is on some machine, and none on all.
        Array.from({ length: perMachine }, (__, place) => {
          const id = all[(machine * perMachine + place * 7) % all.length] ?? '';
          return rowOf(id, machine, versionOf(id, day), manifests.get(id));
        }),
      ).flat(),
    publish({ chrome, addOns: store }, day) {
      for (const { id, version, bytes } of real) chrome.publish(id, version, bytes);
      for (const extension of made) {
        const isGaining = extension === gaining && day === 2;
        const asked = isGaining
          ? { permissions: ['tabs', 'debugger'], host_permissions: ['<all_urls>'] }
          : { permissions: ['tabs'] };
        const version = versionOf(extension.id, day);
        chrome.publish(extension.id, version, extension.pack(version, asked));
      }
      for (const id of addOns)
        store.publish(id, '1.0', packTestAddOn(id, '1.0', { permissions: ['storage'] }));
    },
  };
}

/** As the store signed them, in the version that they write themselves. */
async function realPackages(count: number) {
  const folder = fileURLToPath(
    import.meta.resolve('@tomjs/electron-devtools-files/package.json').replace('package.json', ''),
  );
  const paths = globSync(`${folder}extensions/*.crx`).sort().slice(0, count);
  return Promise.all(
    paths.map(async (path) => {
      const { id, version } = await summarise({ kind: 'file', path });
      return { id: id.value, version, bytes: readFileSync(path) };
    }),
  );
}

function maliciousIds(): readonly string[] {
  return knownMalicious.entries
    .filter(({ kind, confidence }) => kind === 'extension_id' && confidence === 'high')
    .map(({ value }) => value);
}

function idOf(letter: string, at: number): string {
  const digits = at.toString(16).padStart(6, '0');
  const letters = Array.from(digits, (digit) => 'abcdefghijklmnop'[Number.parseInt(digit, 16)]);
  return letter.repeat(26) + letters.join('');
}

/** Each asks for something else. */
function manifestOf(at: number): object {
  const powers = ['cookies', 'history', 'debugger', 'proxy', 'downloads', 'bookmarks'];
  return {
    manifest_version: 3,
    name: `Shown ${at}`,
    version: '1.0',
    permissions: powers.filter((_, power) => ((at + 1) >> (power % 6)) % 2 === 1),
    host_permissions: at % 3 === 0 ? ['<all_urls>'] : [`https://site-${at}.example/*`],
  };
}

function rowOf(id: string, machine: number, version: string, manifest: object | undefined): object {
  const host = `wks-${String(machine).padStart(4, '0')}`;
  const common = {
    hostname: host,
    username: `user-${machine % 1_500}`,
    identifier: id,
    version,
    name: `Tool ${id.slice(-8)}`,
  };
  if (id.includes('@')) {
    return {
      ...common,
      creator: 'Tides',
      type: 'extension',
      description: '',
      source_url: '',
      visible: '1',
      active: '1',
      disabled: '0',
      autoupdate: '1',
      location: 'app-profile',
    };
  }
  return {
    ...common,
    browser_type: machine % 4 === 0 ? 'edge' : 'chrome',
    profile: 'Person 1',
    profile_path: `/home/user-${machine % 1_500}/.config/google-chrome/Default`,
    from_webstore: 'true',
    state: '1',
    ...(manifest && { manifest_json: JSON.stringify(manifest) }),
  };
}
