import type { LocatedEvidence } from '../finding.ts';
import { showControls } from '../rules/excerpt.ts';
import type { Classification, Severity } from '../vocabulary.ts';
import type { CountedFinding } from './score.ts';

export const headlineLengthMax = 160;

/** What a headline is made of. */
interface HeadlineFinding {
  readonly id: string;
  /** The clause of its rule. */
  readonly headline: string;
  readonly severity: Severity;
  readonly evidence: readonly Pick<LocatedEvidence, 'receiver'>[];
}

interface HeadlineInput {
  readonly classification: Classification;
  readonly findings: readonly HeadlineFinding[];
  /** The heaviest first. */
  readonly counted: readonly CountedFinding[];
  /** What decided the class, where no finding did. */
  readonly why: string;
  readonly decidedBy: readonly string[];
  /** Only the manifest is known. */
  readonly isCodeUnseen?: true;
}

/**
 * One sentence that anyone understands, of at most 160 characters: the two heaviest findings, those that decided the class
 * first. Of a clean one, what it may do.
 */
export function headlineOf(input: HeadlineInput): string {
  const { classification } = input;
  if (classification === 'clean') return cleanHeadline(input);
  if (classification === 'incomplete') {
    const clauses = clausesOf(input, () => true);
    // Of a manifest alone all is said that there is, and then what is missing.
    return input.isCodeUnseen
      ? sentence(clauses, '; its code was not seen', 'its manifest asks for little')
      : sentence([input.why, ...clauses.slice(0, 1)], '', '');
  }
  const clauses = [
    ...clausesOf(input, (finding) => !isPower(finding)),
    ...clausesOf(input, isPower),
  ];
  const decided = input.decidedBy.length === 0 ? [input.why] : [];
  return sentence([...decided, ...clauses].slice(0, 2), '', input.why);
}

/** What it may do, and that no malice was found; what is severe in itself goes first. */
function cleanHeadline(input: HeadlineInput): string {
  const severe = new Set(
    input.findings.flatMap(({ id, severity }) =>
      severity === 'high' || severity === 'critical' ? id : [],
    ),
  );
  const grave = clausesOf(input, (finding) => !isPower(finding) && severe.has(finding.id));
  const clauses = [...grave, ...clausesOf(input, isPower)].slice(0, 2);
  return sentence(clauses, '; no malicious behaviour was found', 'it can do little');
}

/** The clauses of the two heaviest that are meant. */
function clausesOf(
  { findings, counted, decidedBy }: HeadlineInput,
  isMeant: (finding: CountedFinding) => boolean,
): readonly string[] {
  const texts = new Map(findings.map((finding) => [finding.id, clauseOf(finding)]));
  const isDecisive = ({ id }: CountedFinding): number => (decidedBy.includes(id) ? 0 : 1);
  const clauses = counted
    .filter((each) => each.under === undefined && isWorthSaying(each) && isMeant(each))
    .sort((a, b) => isDecisive(a) - isDecisive(b))
    .flatMap(({ id }) => texts.get(id) ?? []);
  return [...new Set(clauses)].slice(0, 2);
}

function isPower({ part }: CountedFinding): boolean {
  return part === 'may';
}

/** What is for information only weighs the least there is. */
function isWorthSaying({ thousandths }: CountedFinding): boolean {
  return thousandths > 1;
}

/** A host of more characters would leave no room for the rest. */
const receiverLengthMax = 40;

function clauseOf({ headline, evidence }: HeadlineFinding): string {
  const hosts = evidence.flatMap(({ receiver }) => receiver ?? []);
  const host = hosts.find(({ length }) => length <= receiverLengthMax);
  return headline.replace('{receiver}', host === undefined ? 'a server' : showControls(host));
}

/** As many of the clauses as there is room for. */
function sentence(clauses: readonly string[], end: string, instead: string): string {
  const [first = instead, ...others] = clauses;
  const both = [first, ...others].join(', and ');
  const text = `${both}${end}.`;
  const fitting = text.length <= headlineLengthMax ? text : `${first}${end}.`;
  const capital = fitting.charAt(0).toUpperCase() + fitting.slice(1);
  // Control characters of a hostile name may have been shown at length.
  return capital.length <= headlineLengthMax
    ? capital
    : `${capital.slice(0, headlineLengthMax - 1)}…`;
}
