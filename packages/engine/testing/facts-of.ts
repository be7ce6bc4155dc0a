import { extensionOf } from './build-extension.ts';
import { analyse } from '../src/analyse/analyse.ts';
import type { Facts } from '../src/analyse/facts/facts.ts';

/** Facts of a package whose service worker holds the source, for tests. */
export function factsOf(source: string, files: Readonly<Record<string, string>> = {}): Facts {
  return analyse(
    extensionOf({ background: { service_worker: 'worker.js' } }, { ...files, 'worker.js': source }),
  );
}
