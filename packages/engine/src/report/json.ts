import type { ScanResult } from './scan-result.ts';
import type { Tool } from './tool.ts';

/** Raised when a field is removed or changes its meaning; new fields do not count. */
const schemaVersion = 1;

/** One JSON document for all results, ending with a newline. */
export function jsonReport(results: readonly ScanResult[], tool: Tool): string {
  return `${JSON.stringify({ schema_version: schemaVersion, tool, results }, null, 2)}\n`;
}
