// Carries facts on vulnerable libraries over into packages/engine/data/vulnerable-libraries.json:
//   node scripts/carry-libraries.ts FACTS.json
// FACTS.json holds `{source, commit, date, libraries: [{library, vulnerabilities: [{atOrAbove, below, severity, cwe,
// cve, ghsa, retid, excludes}]}]}`, taken from the repository of Retire.js (Apache-2.0). Only facts are carried, no
// patterns. Libraries that the facts do not name keep what is known of them.

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

interface Vulnerability {
  readonly atOrAbove?: string;
  readonly below: string;
  readonly excludes?: readonly string[];
  readonly severity: string;
  readonly cwe?: readonly string[];
  readonly cve?: readonly string[];
  readonly ghsa?: string;
  readonly retid?: string;
}

interface LibraryFacts {
  readonly commit: string;
  readonly date: string;
  readonly libraries: readonly {
    readonly library: string;
    readonly vulnerabilities: readonly Vulnerability[];
  }[];
}

const order = ['low', 'medium', 'high', 'critical'];
const target = join(import.meta.dirname, '../packages/engine/data/vulnerable-libraries.json');

/** What the most frequent classes of weakness mean, in words that fit behind the library's name. */
const weaknesses: Readonly<Record<string, string>> = {
  'CWE-20': 'input is not checked',
  'CWE-22': 'paths lead out of their folder',
  'CWE-78': 'commands can be injected',
  'CWE-79': 'cross-site scripting',
  'CWE-94': 'data can run as code',
  'CWE-113': 'headers can be split',
  'CWE-200': 'data can leak',
  'CWE-285': 'access is not checked',
  'CWE-352': 'forged requests carry its tokens',
  'CWE-400': 'input can exhaust it',
  'CWE-444': 'requests can be smuggled',
  'CWE-471': 'what is constant can be changed',
  'CWE-502': 'data can make objects',
  'CWE-601': 'open redirect',
  'CWE-674': 'input can exhaust the stack',
  'CWE-770': 'input can exhaust memory',
  'CWE-863': 'access is checked wrongly',
  'CWE-915': 'data can set any property',
  'CWE-918': 'requests can be forged',
  'CWE-1104': 'no longer maintained',
  'CWE-1321': 'prototype pollution',
  'CWE-1333': 'slow regular expression',
};

const [path] = process.argv.slice(2);
if (path === undefined) {
  process.stderr.write('usage: node scripts/carry-libraries.ts FACTS.json\n');
  process.exitCode = 64;
} else {
  const facts = JSON.parse(await readFile(path, 'utf8')) as LibraryFacts;
  const before = JSON.parse(await readFile(target, 'utf8')) as Record<string, object>;
  const carried = new Map(
    facts.libraries.map(({ library, vulnerabilities }) => [
      library,
      { vulnerabilities: distinct(vulnerabilities).map(repositoryEntry) },
    ]),
  );
  const names = new Set([...carried.keys()].map((name) => name.toLowerCase()));
  const kept = Object.entries(before).filter(([name]) => !names.has(name.toLowerCase()));
  const all = [...carried, ...kept].sort(([a], [b]) =>
    a.toLowerCase() < b.toLowerCase() ? -1 : 1,
  );
  await writeFile(target, textOf(all));
  const ranges = facts.libraries.flatMap(({ vulnerabilities }) => vulnerabilities).length;
  process.stdout.write(
    `${carried.size} libraries with ${ranges} ranges of ${facts.date} (${facts.commit.slice(0, 12)}), ${kept.length} kept\n`,
  );
}

/** Of several facts on one range and one vulnerability the severest. */
function distinct(vulnerabilities: readonly Vulnerability[]): readonly Vulnerability[] {
  const bySubject = new Map<string, Vulnerability>();
  for (const entry of vulnerabilities) {
    const { atOrAbove, below, cve, ghsa, retid } = entry;
    const subject = [atOrAbove, below, cve?.[0] ?? ghsa ?? retid].join(' ');
    const known = bySubject.get(subject);
    const isSeverer = known && order.indexOf(entry.severity) > order.indexOf(known.severity);
    if (!known || isSeverer === true) bySubject.set(subject, entry);
  }
  return [...bySubject.values()];
}

/** In the format of Retire.js's own repository, so that what comes along is read like any feed. */
function repositoryEntry({ cve, ghsa, retid, cwe = [], ...rest }: Vulnerability): object {
  const summary = cwe.flatMap((id) => weaknesses[id] ?? [])[0];
  const info =
    cve?.[0] !== undefined
      ? [`https://nvd.nist.gov/vuln/detail/${cve[0]}`]
      : ghsa !== undefined
        ? [`https://github.com/advisories/${ghsa}`]
        : undefined;
  return {
    ...rest,
    ...(cwe.length > 0 && { cwe }),
    identifiers: {
      ...(summary !== undefined && { summary }),
      ...(cve !== undefined && { CVE: cve }),
      ...(ghsa !== undefined && { githubID: ghsa }),
      ...(retid !== undefined && { retid }),
    },
    ...(info !== undefined && { info }),
  };
}

/** One line a range, because a person reads the difference. */
function textOf(libraries: readonly (readonly [string, object])[]): string {
  const parts = libraries.map(([name, value]) => {
    const { vulnerabilities } = value as { vulnerabilities: readonly object[] };
    const lines = vulnerabilities.map((entry) => `      ${JSON.stringify(entry)}`).join(',\n');
    const list = lines === '' ? '[]' : `[\n${lines}\n    ]`;
    return `  ${JSON.stringify(name)}: {\n    "vulnerabilities": ${list}\n  }`;
  });
  return `{\n${parts.join(',\n')}\n}\n`;
}
