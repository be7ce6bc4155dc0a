// node bench/serve-lists.ts URL: answers HTTP from the database, in a process whose memory is its own, until the parent goes.

import { buildApp } from '../packages/server/src/app.ts';
import type { Services } from '../packages/server/src/http/route.ts';
import { createExtensionCounts } from '../packages/server/src/storage/catalogue/extension-list.ts';
import { openDatabase } from '../packages/server/src/storage/database/database.ts';

const db = openDatabase(process.argv[2] ?? '');
const services = {
  db,
  lists: db,
  counts: createExtensionCounts(),
  now: () => new Date(),
} as Services;
const app = await buildApp(services, { version: '0.0.0' });
process.send?.(await app.listen({ host: '127.0.0.1', port: 0 }));
process.on('message', (kind) => {
  if (kind === 'live') globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  process.send?.(kind === 'live' ? heapUsed + external : rss);
});
process.on('disconnect', () => process.exit());
