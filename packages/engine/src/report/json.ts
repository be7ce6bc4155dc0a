import type { ScanResult } from './scan-result.ts';
import type { Tool } from './tool.ts';

/** Raised when a field is removed or changes its meaning; new fields do not count. */
const schemaVersion = 1;

/** One JSON document for all results, ending with a newline. */
export function jsonReport(results: readonly ScanResult[], tool: Tool, gate?: GateSummary): string {
  const document = { schema_version: schemaVersion, tool, ...(gate && { gate }), results };
  return `${JSON.stringify(document, null, 2)}\n`;
}

/** Whether a gate closed, and why. */
export interface GateSummary {
  readonly closed: boolean;
  readonly conditions: readonly string[];
  readonly reasons: readonly {
    readonly condition: string;
    readonly target: string;
    readonly reason: string;
  }[];
}
