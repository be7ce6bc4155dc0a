import { extensionOf } from '../model/package-fixture.ts';
import { analyse } from './analyse.ts';
import type { Facts } from './facts.ts';

/** Facts of a package whose service worker holds the source, for tests. */
export function factsOf(source: string, files: Readonly<Record<string, string>> = {}): Facts {
  return analyse(
    extensionOf({ background: { service_worker: 'worker.js' } }, { ...files, 'worker.js': source }),
  );
}
