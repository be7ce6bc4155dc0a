// The process in which audits run: one request at a time, over IPC. See audit-pool.ts.
import { Worker } from 'node:worker_threads';
import { audit, summarise } from '../audit.ts';
import type { Audit, PackageSummary } from '../audit.ts';
import { PackageError } from '../unpack/package.ts';
import type { ChildMessage, ChildRequest } from './messages.ts';

process.on('message', (request: ChildRequest) => {
  tell({ kind: 'started' });
  answer(request).then(
    (result) => tell({ kind: 'done', result }),
    (error: unknown) => tell(describeError(error)),
  );
});

process.on('disconnect', () => process.exit(0));
// A busy main thread sees no disconnect; this thread ends the process when the parent is gone.
new Worker(new URL('parent-watch.ts', import.meta.url)).unref();

async function answer(request: ChildRequest): Promise<Audit | PackageSummary> {
  if (request.kind === 'summarise') return summarise(request.source);
  const { withoutScripts, withoutRules } = request;
  return audit(request.source, {
    ...request.options,
    ...(withoutScripts !== undefined && { withoutScripts }),
    ...(withoutRules !== undefined && { withoutRules }),
    onParse: (file) => tell({ kind: 'parsing', file }),
    onParsed: () => tell({ kind: 'parsed' }),
  });
}

function describeError(error: unknown): ChildMessage {
  if (error instanceof PackageError)
    return { kind: 'refused', code: error.code, message: error.message };
  return { kind: 'threw', message: error instanceof Error ? error.message : String(error) };
}

function tell(message: ChildMessage): void {
  process.send?.(message);
}
