import type { RuleMetadata } from '../finding.ts';
import { cyclonedxReport } from './cyclonedx.ts';
import { htmlReport } from './html.ts';
import { markdownReport } from './markdown.ts';
import { sarifReport } from './sarif.ts';
import type { AuditedTarget } from './scan-result.ts';
import { summaryReport } from './summary.ts';
import type { Tool } from './tool.ts';

/** Forms of one report beside the JSON of the API. */
export const reportForms = ['sarif', 'html', 'markdown', 'summary', 'cyclonedx'] as const;
export type ReportForm = (typeof reportForms)[number];

/** @param tool that reads the report; the rules behind it are those that it names itself */
export function renderReport(
  form: ReportForm,
  result: AuditedTarget,
  tool: Tool,
  rules: readonly RuleMetadata[],
): string {
  switch (form) {
    case 'sarif': {
      const { ruleset_version, ruleset_hash, intel_hash } = result.report;
      return sarifReport([result], { ...tool, ruleset_version, ruleset_hash, intel_hash }, rules);
    }
    case 'html':
      return htmlReport(result);
    case 'markdown':
      return markdownReport(result);
    case 'summary':
      return summaryReport(result);
    case 'cyclonedx':
      return cyclonedxReport(result, tool);
  }
}
