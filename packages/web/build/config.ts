import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { operationsModule } from './operations-module.ts';

/** Stands in the built `index.html` where each answer puts a nonce of its own. */
const noncePlaceholder = '__EXTAUDIT_NONCE__';

/** @param outDir absolute; emptied first */
export function buildConfig(root: string, outDir: string): InlineConfig {
  return {
    root,
    configFile: false,
    logLevel: 'warn',
    plugins: [react(), operationsModule()],
    html: { cspNonce: noncePlaceholder },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      // The policy allows no `data:` scripts, and files are cached for a year.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      chunkSizeWarningLimit: 900,
      reportCompressedSize: false,
      // For the notices of the package that holds the built files.
      license: { fileName: 'licences.json' },
      rolldownOptions: { checks: { pluginTimings: false } },
    },
    worker: { format: 'es' },
  };
}
