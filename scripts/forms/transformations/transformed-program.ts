import type { Case, Program } from '../case.ts';

/** The program of the case as it is packed: all its scripts written through. */
export function programOf({ program, transformation }: Case): Program {
  if (!transformation) return program;
  const { write, isEvaluated = false } = transformation;
  const { worker, content } = program;
  return {
    ...program,
    ...(worker !== undefined && { worker: write(worker) }),
    ...(content && {
      content: Object.fromEntries(
        Object.entries(content).map(([file, script]) => [file, write(script)]),
      ),
    }),
    ...(isEvaluated && { manifest: { ...evaluating(program), ...program.manifest } }),
  };
}

/** Only an extension of the second version may run code that it makes of text. */
function evaluating({ worker }: Program): object {
  return {
    manifest_version: 2,
    content_security_policy: "script-src 'self' 'unsafe-eval'; object-src 'self'",
    permissions: ['cookies', 'history', 'tabs', 'storage', 'downloads', 'bookmarks', '<all_urls>'],
    host_permissions: undefined,
    ...(worker !== undefined && { background: { scripts: ['worker.js'] } }),
  };
}
