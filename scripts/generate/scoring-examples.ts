import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { audit } from '../../packages/engine/src/audit.ts';
import type { SecurityReport } from '../../packages/engine/src/report/security-report.ts';

export const scoringPath = 'docs/scoring.md';
/** Hand-written extensions, one folder for each example. */
const examplesFolder = 'packages/engine/fixtures/scoring';
const improvementsMax = 2;
const mark = /<!-- example: ([a-z-]+) -->[^]*?<!-- example end -->/g;

/** docs/scoring.md with what the scan of each example says now between its marks; the rest as it is written. */
export async function scoringText(repository: string): Promise<string> {
  const text = await readFile(join(repository, scoringPath), 'utf8');
  const names = [...text.matchAll(mark)].map(([, name = '']) => name);
  const shown = new Map<string, string>();
  for (const name of names) shown.set(name, await exampleText(repository, name));
  return text.replaceAll(mark, (_, name: string) => shown.get(name) ?? '');
}

async function exampleText(repository: string, name: string): Promise<string> {
  const path = join(repository, examplesFolder, name);
  const { report } = await audit({ kind: 'directory', path }, { analyzedAt: '' });
  const lines = [
    `${report.risk_score} of 100, ${report.risk_level}, ${report.classification}`,
    '',
    ...report.contributions.flatMap(contributionLines),
    `${'='.padStart(5)} ${report.risk_score}`,
    '',
    'What would lower the score',
    ...report.improvements.slice(0, improvementsMax).map((each) => `  - ${each}`),
  ];
  return `<!-- example: ${name} -->\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n\n<!-- example end -->`;
}

function contributionLines({
  finding_id,
  points,
  why,
}: SecurityReport['contributions'][number]): readonly string[] {
  return [`${`${points > 0 ? '+' : ''}${points}`.padStart(5)} ${finding_id}`, `      ${why}`];
}
