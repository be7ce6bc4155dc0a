import type { Line } from './text-lines.ts';
import type { SecurityReport } from './security-report.ts';

const policiesShownMax = 6;
const weaknessesShownMax = 6;

/** What policies leave open that the package itself sets; nothing where browsers' defaults hold. */
export function policyLines({ csp }: SecurityReport): readonly Line[] {
  const weak = csp.filter(
    ({ set_by, weaknesses }) => set_by !== 'browser' && weaknesses.length > 0,
  );
  const byPolicy = Map.groupBy(weak, ({ policies, browsers }) =>
    JSON.stringify([policies, browsers]),
  );
  const lines = [...byPolicy.values()].map((entries): Line => {
    const names = entries.map(({ context, page }) => page ?? context).join(', ');
    const [{ weaknesses, browsers }] = entries as [SecurityReport['csp'][number]];
    const shown = weaknesses
      .slice(0, weaknessesShownMax)
      .map(({ kind, directive, value }) => `${kind} (${[directive, value].join(' ').trim()})`);
    const hidden = weaknesses.length - shown.length;
    const more = hidden > 0 ? `, and ${hidden} more` : '';
    const where = browsers.length === 1 ? ` in ${browsers[0]}` : '';
    return [`  ${names.slice(0, 200)}${where}: ${shown.join(', ')}${more}`];
  });
  const hidden = lines.length - policiesShownMax;
  return hidden > 0 ? [...lines.slice(0, policiesShownMax), [`  … and ${hidden} more`]] : lines;
}
