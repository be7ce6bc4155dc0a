import { reportForms } from '@extaudit/engine';
import { findCurrentAnalysis, findExtension, findVersion, renderedReport } from '@extaudit/server';
import { CommandError } from '../exit.ts';
import { writeOutputFile, writeResult } from '../output.ts';
import type { ServiceFlags } from '../service/service-options.ts';
import { withLists } from './with-lists.ts';

export interface ReportFlags extends ServiceFlags {
  /** `json`, or one of the engine's forms. */
  readonly format: string;
  readonly output?: string;
}

export async function runReport(
  extensionId: string,
  asked: string | undefined,
  flags: ReportFlags,
): Promise<void> {
  await withLists(flags, async (db) => {
    const extension = await findExtension(db, extensionId);
    if (!extension) throw new CommandError(`the catalogue has no extension ${extensionId}`);
    const number = asked ?? extension.version;
    const version = await findVersion(db, extensionId, number);
    const analysis = version && (await findCurrentAnalysis(db, version.id));
    if (!analysis?.report) {
      const why = version ? (analysis?.reason ?? 'nobody has audited it') : 'it is not known';
      throw new CommandError(`there is no report on version ${number}: ${why}`);
    }
    const form = reportForms.find((each) => each === flags.format);
    const text = form
      ? await renderedReport(db, analysis, form)
      : `${JSON.stringify(analysis.report, null, 2)}\n`;
    if (flags.output === undefined) await writeResult(text);
    else await writeOutputFile('--output', flags.output, text);
  });
}
