import type { Node } from 'oxc-parser';
import type { Binding, CallSite, FunctionInfo, Located } from '../syntax/scopes.ts';
import { keyName } from '../syntax/nodes.ts';
import type { Walked } from '../syntax/walked.ts';

/** A call that turns string arrays round until they are in the order that the decoder wants. */
export interface Rotation {
  readonly call: CallSite;
  /** The arrays, or the functions that return them. */
  readonly targets: readonly Binding[];
}

/** Rotations that one script is looked through for. */
export const rotationsMax = 20;

/**
 * Calls that push what they shift, by the function around that is called once with the array. The text is searched
 * first, because few scripts hold such a call.
 */
export function findRotations(
  { sites, counts }: Pick<Walked, 'sites' | 'counts'>,
  source: string,
): readonly Rotation[] {
  const rotations: Rotation[] = [];
  for (const place of placesOfShift(source, counts.escapedStrings > 0)) {
    const site = pushAt(place, sites);
    const rotation = site === undefined ? undefined : rotationAround(site.scope.function);
    if (rotation === undefined || rotations.some(({ call }) => call.node === rotation.call.node))
      continue;
    if (rotations.push(rotation) >= rotationsMax) break;
  }
  return rotations;
}

/** How `shift` ends, written out or escaped. */
const lastLetters = ['shift', String.raw`\x74`, String.raw`\u0074`] as const;
const afterShift = /['"]?\]?\s{0,9}\(\s{0,9}\)\s{0,9}\)/y;

/** Where `.shift())` stands. */
function* placesOfShift(source: string, isEscaped: boolean): Generator<number> {
  for (const letters of isEscaped ? lastLetters : lastLetters.slice(0, 1)) {
    for (let at = source.indexOf(letters); at !== -1; at = source.indexOf(letters, at + 1)) {
      afterShift.lastIndex = at + letters.length;
      if (afterShift.test(source)) yield at;
    }
  }
}

/** Sites before the place that may belong to the call around it. */
const sitesBefore = 8;

/** The call `list.push(list.shift())` around the place. Sites stand in source order. */
function pushAt(place: number, sites: readonly Located[]): Located | undefined {
  let low = 0;
  let high = sites.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (sites[middle]!.node.start <= place) low = middle;
    else high = middle - 1;
  }
  for (let index = low; index >= 0 && index > low - sitesBefore; index -= 1) {
    const site = sites[index]!;
    if (site.node.type === 'CallExpression' && pushesShifted(site.node)) return site;
  }
  return undefined;
}

/** `list.push(list.shift())`, with names or texts for the methods. */
function pushesShifted(node: Node & { type: 'CallExpression' }): boolean {
  const [shift] = node.arguments;
  if (shift?.type !== 'CallExpression' || methodOf(node) !== 'push') return false;
  return methodOf(shift) === 'shift' && namesOfObject(node) === namesOfObject(shift);
}

function methodOf({ callee }: Node & { type: 'CallExpression' }): string | undefined {
  if (callee.type !== 'MemberExpression') return undefined;
  if (callee.computed && callee.property.type !== 'Literal') return undefined;
  return keyName(callee.property);
}

function namesOfObject({ callee }: Node & { type: 'CallExpression' }): string | undefined {
  return callee.type === 'MemberExpression' && callee.object.type === 'Identifier'
    ? callee.object.name
    : undefined;
}

function rotationAround(inner: FunctionInfo | undefined): Rotation | undefined {
  for (let owner = inner; owner !== undefined; owner = owner.parent) {
    const [call] = owner.calls;
    if (call === undefined || owner.calls.length > 1) continue;
    const targets = call.arguments.flatMap((node) => {
      const binding = node.type === 'Identifier' ? call.scope.lookup(node.name) : undefined;
      return binding === undefined ? [] : [binding];
    });
    if (targets.length > 0) return { call, targets };
  }
  return undefined;
}
