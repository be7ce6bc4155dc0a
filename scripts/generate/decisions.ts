import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

export const decisionsPath = 'docs/adr/README.md';

/** The table of all decisions in Markdown. */
export function decisionsText(repository: string): string {
  const files = globSync('docs/adr/[0-9]*.md', { cwd: repository }).sort();
  const rows = files.map((file) => {
    const text = readFileSync(join(repository, file), 'utf8');
    const field = (pattern: RegExp) => {
      const [, value] = pattern.exec(text) ?? [];
      if (value === undefined) throw new Error(`${file} has no line like ${String(pattern)}`);
      return value;
    };
    const number = field(/^# (\d+): /);
    const link = `[${field(/^# \d+: (.+)/)}](${basename(file)})`;
    return `| ${number} | ${link} | ${field(/^- Date: (.+)/m)} | ${field(/^- Status: (.+)/m)} |\n`;
  });
  return `# Decisions

Why things are as they are, one page each.

| number | decision | date | status |
| --: | --- | --- | --- |
${rows.join('')}`;
}
