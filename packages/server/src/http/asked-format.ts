import type { Operation } from '@extaudit/contract';
import { Refusal } from '../errors.ts';

/**
 * The form that a request asks for: by `format`, else by `view`, else the one that `Accept` likes best, JSON where it likes others as much.
 * @returns `json`, or one of the operation's `formats`
 * @throws Refusal where `Accept` names none of them
 */
export function askedFormat(
  operation: Operation,
  query: unknown,
  accept: string | undefined,
): string {
  const formats = formatsOf(operation);
  if (!formats) return 'json';
  const { format, view } = (query ?? {}) as Asked;
  const asked = format ?? view;
  if (asked !== undefined) return asked;
  const ranges = rangesOf(accept ?? '*/*');
  const liked = [['json', 'application/json'] as const, ...Object.entries(formats)]
    .map(([format, type]) => ({ format, quality: qualityOf(type, ranges) }))
    .toSorted((a, b) => b.quality - a.quality)[0];
  if (liked && liked.quality > 0) return liked.format;
  const types = ['application/json', ...Object.values(formats)].join(', ');
  throw new Refusal('not_acceptable', `Accept must name one of ${types}`);
}

/**
 * Before the other parameters are looked at: they may be right, and the form is one that nobody makes.
 * @throws Refusal where `format` names none of the operation's forms
 */
export function refuseUnknownFormat(operation: Operation, query: unknown): void {
  const formats = formatsOf(operation);
  const { format } = (query ?? {}) as Asked;
  if (!formats || format === undefined || format === 'json' || Object.hasOwn(formats, format))
    return;
  const names = ['json', ...Object.keys(formats)].join(', ');
  throw new Refusal('not_acceptable', `format must be one of ${names}`);
}

function formatsOf({ answers }: Operation): Readonly<Record<string, string>> | undefined {
  return Object.values(answers).find((answer) => answer.formats)?.formats;
}

interface Asked {
  readonly format?: string;
  readonly view?: string;
}

interface Range {
  readonly type: string;
  readonly quality: number;
}

/** https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1 */
function rangesOf(accept: string): readonly Range[] {
  return accept.split(',').map((part) => {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    const quality = weight === undefined ? 1 : Number(weight.slice(2));
    return { type, quality: Number.isFinite(quality) ? quality : 0 };
  });
}

/** Of the range that names the type most exactly; 0 where none does. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const [main = ''] = type.split('/');
  for (const name of [type, `${main}/*`, '*/*']) {
    const range = ranges.find((each) => each.type === name);
    if (range) return range.quality;
  }
  return 0;
}
