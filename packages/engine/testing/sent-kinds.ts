import { analyse } from '../src/analyse/analyse.ts';
import type { SourceKind } from '../src/vocabulary.ts';
import { extensionOf } from './build-extension.ts';

const manifests = {
  page: { content_scripts: [{ matches: ['<all_urls>'], js: ['code.js'] }] },
  worker: {
    background: { service_worker: 'code.js' },
    permissions: ['alarms', 'cookies', 'storage', 'tabs'],
    host_permissions: ['<all_urls>'],
  },
};

/** Kinds of data that code in pages, or in a service worker, sends to a server by more than a guess. */
export function sentKinds(of: keyof typeof manifests, code: string): ReadonlySet<SourceKind> {
  const { flows } = analyse(extensionOf(manifests[of], { 'code.js': code }));
  const sent = flows.filter(
    ({ sink, confidence }) => sink.kind === 'network' && confidence !== 'low',
  );
  return new Set(sent.map(({ source }) => source.kind));
}
