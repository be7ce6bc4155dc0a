import { isAbsolute, relative } from 'node:path';
import {
  type GateSummary,
  htmlReport,
  jsonReport,
  markdownReport,
  rules,
  sarifReport,
  type ScanResult,
  summaryReport,
  textReport,
  type Tool,
} from '@extaudit/engine';
import type { ReportFormat } from './scan-options.ts';

export interface RenderOptions {
  readonly format: ReportFormat;
  /** Of the text: whether it is coloured, and whether it shows all that the reports hold. */
  readonly color: boolean;
  readonly verbose: boolean;
  /** Loads what a text goes without. */
  readonly tool: () => Promise<Tool>;
  readonly gate: GateSummary | undefined;
}

/** All results of a scan as one text, in the order of the targets. */
export async function renderResults(
  results: readonly ScanResult[],
  { format, tool, gate, ...text }: RenderOptions,
): Promise<string> {
  switch (format) {
    case 'text':
      return textReport(results, text);
    case 'json':
      return jsonReport(results, await tool(), gate);
    case 'sarif':
      return sarifReport(results.map(fromWorkingFolder), await tool(), rules);
    case 'html':
      return htmlReport(...results);
    case 'markdown':
      return markdownReport(...results);
    case 'summary':
      return results.map(summaryLine).join('');
    case 'csv': {
      const { scanTable } = await import('./scan-table.ts');
      return scanTable(results);
    }
  }
}

/** JSON Lines: what nobody could audit says why, in place of a summary. */
function summaryLine(result: ScanResult): string {
  return 'error' in result ? `${JSON.stringify(result)}\n` : summaryReport(result);
}

/** Code scanning looks files up from the root of the repository, where it runs. */
function fromWorkingFolder(result: ScanResult): ScanResult {
  if (!isAbsolute(result.target)) return result;
  const path = relative(process.cwd(), result.target);
  return path.startsWith('..') || isAbsolute(path) ? result : { ...result, target: path || '.' };
}
