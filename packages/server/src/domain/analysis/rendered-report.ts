import {
  renderReport,
  type ReportForm,
  rules,
  type TargetStanding,
  toolOf,
} from '@extaudit/engine';
import { Refusal } from '../../errors.ts';
import type { Analysis } from '../../storage/analysis/analysis.ts';
import { findExtension } from '../../storage/catalogue/extension.ts';
import type { Database } from '../../storage/database/database.ts';

interface RenderedAnalysis extends Pick<Analysis, 'report' | 'extensionId' | 'version'> {
  /** Where the catalogue has none. */
  readonly name?: string | undefined;
}

/** The report of an analysis for people and for other tools. @throws Refusal while there is none */
export async function renderedReport(
  db: Database,
  { report, extensionId, version, name }: RenderedAnalysis,
  form: ReportForm,
  standing?: TargetStanding,
): Promise<string> {
  if (!report) throw new Refusal('analysis_not_found', 'this analysis has no report yet');
  const extension = await findExtension(db, extensionId);
  const audited = {
    target: `${extensionId}/${version}`,
    extension_id: extensionId,
    name: extension?.name ?? name ?? extensionId,
    version,
    package_sha256: report.package.sha256,
    report,
    seconds: 0,
    ...(standing && { standing }),
  };
  return renderReport(form, audited, toolOf(rules), rules);
}
