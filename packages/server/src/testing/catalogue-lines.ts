import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Writes JSON Lines of made-up extensions, each with the manifest of its current version; every time the same. */
export async function writeCatalogueLines(path: string, count: number): Promise<void> {
  await pipeline(Readable.from(catalogueLines(count)), createWriteStream(path));
}

function* catalogueLines(count: number): Generator<string> {
  for (let index = 0; index < count; index += 1) yield `${JSON.stringify(catalogueEntry(index))}\n`;
}

/** The id of the extension on a line; `index` is from 0. */
export function generatedExtensionId(index: number): string {
  return index.toString(16).padStart(32, '0').replaceAll(/./g, letterOfDigit);
}

function letterOfDigit(digit: string): string {
  return String.fromCodePoint('a'.codePointAt(0)! + Number.parseInt(digit, 16));
}

const apis = ['tabs', 'storage', 'cookies', 'scripting', 'alarms', 'downloads', 'history', 'proxy'];

function catalogueEntry(index: number): object {
  const version = `${1 + (index % 7)}.${index % 13}.0`;
  const permissions = apis.filter((_, bit) => ((index * 2_654_435_761) >>> (bit + 9)) & 1);
  const publisher = `publisher-${index % 5_000}`;
  return {
    extension_id: generatedExtensionId(index),
    name: `Extension ${index} for ${index % 2 === 0 ? 'reading' : 'writing'}`,
    description: `Does the work of number ${index}. `.repeat(8),
    version,
    status: index % 9 === 0 ? 'obsolete' : 'active',
    user_count: (index * 7_919) % 100_000,
    rating_value: (index % 50) / 10,
    rating_count: index % 500,
    category: `category-${index % 20}`,
    last_update: new Date(1_600_000_000_000 + index * 60_000).toISOString(),
    publisher_id: publisher,
    extension_publishers: { publisher_id: publisher, author: `Author ${index % 5_000}` },
    reviews: [{ reviewer_name: `R ${index}`, rating: 1 + (index % 5), review_date: '2026-01-02' }],
    manifests: {
      [version]: {
        manifest_version: 3,
        name: `Extension ${index}`,
        version,
        permissions,
        host_permissions: [`https://site-${index % 40}.example/*`],
        background: { service_worker: 'worker.js' },
        content_scripts: [{ matches: ['<all_urls>'], js: ['content.js'] }],
        description: 'A manifest of ordinary length. '.repeat(20),
      },
    },
  };
}
