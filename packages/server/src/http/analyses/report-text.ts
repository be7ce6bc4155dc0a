import { reportMediaTypes } from '@extaudit/contract';
import {
  htmlReportPolicy,
  reportForms,
  type ReportForm,
  type TargetStanding,
} from '@extaudit/engine';
import { renderedReport } from '../../domain/analysis/rendered-report.ts';
import type { Analysis } from '../../storage/analysis/analysis.ts';
import type { Database } from '../../storage/database/database.ts';
import type { AnsweredText } from '../route.ts';

const endings: Readonly<Record<ReportForm, string>> = {
  sarif: 'sarif',
  html: 'html',
  markdown: 'md',
  summary: 'json',
  cyclonedx: 'cdx.json',
};

/** The report of an analysis in the form that was asked for. @returns `undefined` for JSON */
export async function reportText(
  db: Database,
  analysis: Analysis,
  format: string,
  standing?: TargetStanding,
): Promise<AnsweredText<200> | undefined> {
  const form = reportForms.find((each) => each === format);
  if (!form) return undefined;
  return {
    status: 200,
    text: {
      type: reportMediaTypes[form],
      body: await renderedReport(db, analysis, form, standing),
      fileName: `${analysis.extensionId}.${endings[form]}`,
      ...(form === 'html' && { contentSecurityPolicy: htmlReportPolicy }),
    },
  };
}
