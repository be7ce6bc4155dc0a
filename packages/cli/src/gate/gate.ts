import { reasonsToClose, showControls, type Standing, type StoreReview } from '@extaudit/engine';
import { exitCodes } from '../exit.ts';
import { writeNotice } from '../output.ts';
import type { NamedCondition } from './conditions.ts';

/** One target with where it stands; without a standing where it could not be audited. */
export interface GatedTarget {
  /** As named. */
  readonly target: string;
  readonly standing?: Standing;
  readonly review?: StoreReview;
}

export interface GateReason {
  readonly condition: string;
  readonly target: string;
  /** A clause about the extension. */
  readonly reason: string;
}

/** What closes the gate, in the order of conditions. */
export function gateReasons(
  conditions: readonly NamedCondition[],
  targets: readonly GatedTarget[],
): readonly GateReason[] {
  return conditions.flatMap(({ name, condition }) =>
    targets.flatMap(({ target, standing, review }) =>
      (condition.kind === 'rejection'
        ? rejections(review, standing)
        : standing
          ? reasonsToClose(condition, standing)
          : []
      ).map((reason) => ({
        condition: name,
        target,
        reason,
      })),
    ),
  );
}

/** What the store would reject, but for findings that somebody accepted. */
function rejections(
  review: StoreReview | undefined,
  standing: Standing | undefined,
): readonly string[] {
  const accepted = new Set(
    standing?.findings.flatMap(({ id, state }) => (state === 'accepted' ? id : [])),
  );
  const { issues = [], store } = review ?? {};
  return issues
    .filter(({ outcome, rule = '' }) => outcome === 'rejected' && !accepted.has(rule))
    .map(({ code, what, at }) => {
      const place = at === undefined ? '' : ` (${at.file}:${at.line})`;
      return `would be rejected by ${store} as ${code}: ${what}${place}`;
    });
}

const reasonsShownMax = 20;

/**
 * Tells on standard error why the command ends as it does, the deciding line last, and gives the exit code: an error goes
 * before a closed gate, because nothing is known there, and that before a gap.
 */
export function closeWith(
  conditions: readonly string[],
  reasons: readonly GateReason[],
  targets: readonly GatedTarget[],
): number {
  const failed = targets.find(({ standing }) => standing === undefined);
  if (failed !== undefined) {
    if (conditions.length > 0)
      say(`error: ${failed.target} was not audited, so nothing is known of it`);
    return exitCodes.error;
  }
  if (reasons.length > 0) {
    const texts = [...new Set(reasons.map(({ target, reason }) => `${target} ${reason}`))];
    if (texts.length > 1) texts.slice(0, reasonsShownMax).forEach(say);
    if (texts.length > reasonsShownMax) say(`… and ${texts.length - reasonsShownMax} more`);
    const closing = [...new Set(reasons.map(({ condition }) => condition))];
    const more = texts.length === 1 ? '' : ` (and ${texts.length - 1} more)`;
    say(`gate closed by ${closing.join(', ')}: ${texts[0]}${more}`);
    return exitCodes.gateClosed;
  }
  const gap = targets.map(gapText).find((text) => text !== undefined);
  if (gap !== undefined) {
    say(`incomplete: ${gap}`);
    return exitCodes.incomplete;
  }
  if (conditions.length > 0) say(`gate open for ${conditions.join(', ')}${countsText(targets)}`);
  return exitCodes.fine;
}

function say(text: string): void {
  writeNotice(`extaudit: ${showControls(text)}`);
}

function gapText({ target, standing }: GatedTarget): string | undefined {
  if (standing === undefined) return undefined;
  const { coverage, classification } = standing.effective;
  const [gap] = coverage.skipped;
  if (gap !== undefined) {
    const more = coverage.skipped.length === 1 ? '' : ` (and ${coverage.skipped.length - 1} more)`;
    return `${gap.what} of ${target} was not analysed${more}: ${gap.why}`;
  }
  return classification === 'incomplete' ? `part of ${target} could not be read` : undefined;
}

function countsText(targets: readonly GatedTarget[]): string {
  const findings = targets.flatMap(({ standing }) => standing?.findings ?? []);
  const count = (state: string): number => findings.filter((each) => each.state === state).length;
  const decisions = new Set(targets.flatMap(({ standing }) => standing?.accepting ?? []));
  const counts = [
    [decisions.size, 'decision', 'used'],
    [count('known'), 'finding', 'in the baseline'],
    [count('new-rule'), 'finding', 'of rules that the baseline did not know'],
  ] as const;
  const shown = counts.filter(([number]) => number > 0);
  if (shown.length === 0) return '';
  const texts = shown.map(
    ([number, noun, what]) => `${number} ${noun}${number === 1 ? '' : 's'} ${what}`,
  );
  return `: ${texts.join(', ')}`;
}
