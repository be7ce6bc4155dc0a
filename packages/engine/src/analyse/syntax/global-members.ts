import type { CallExpression, Node, Program } from 'oxc-parser';
import { keyName, namesOf } from './nodes.ts';
import { childrenAt, placesOf } from './places.ts';
import { globalObjectNames, isGlobalRoot } from './web-globals.ts';

/** Assignments to members of the global object, as they are written: `self.name =`, `window['name'] =`. */
const assigning =
  /\b(?:window|self|globalThis)\s*(?:\.\s*([\w$]+)|\[\s*(['"])([\w$]+)\2\s*\])\s*(?:=(?!=)|\?\?=|\|\|=)/g;
/** Members of the global object that are read as such: `self.name` */
const reading = /\b(?:window|self|globalThis)\s*\.\s*([A-Za-z_$][\w$]*)/g;
/** `Object.assign(self, { … })` */
const assigningAll = /\bObject\s*\.\s*assign\s*\(\s*(?:window|self|globalThis)\b/g;
/** Names that one script is looked through for. */
const namesMax = 200;
/** Characters that are searched for such names, over all of them. */
const searchedMax = 200_000_000;
/** Places at which a name may stand, as a part of other words too, before it is taken for one of a minifier. */
const placesMax = 2_000;

/**
 * Members of the global object are variables of all scripts: `self.name` is `name`. Those that the script itself writes
 * are made such names in its tree, so that nothing behind it has to know both forms. Names that are declared anywhere in
 * the script stay as they are, because one of them may be another variable.
 * https://tc39.es/ecma262/#sec-global-environment-records
 */
export function nameGlobalMembers(program: Program, source: string): void {
  const names = new Set<string>();
  for (const [, plain, , quoted] of source.matchAll(assigning)) {
    const name = plain ?? quoted!;
    if (!isGlobalRoot(name) && /^[A-Za-z_$]/.test(name)) names.add(name);
    if (names.size >= namesMax) break;
  }
  for (const name of namesKept(source)) names.add(name);
  for (const call of callsAt(program, source)) for (const name of spreadOut(call)) names.add(name);
  const places = occurrences(source, names);
  if (names.size === 0) return;
  const members: Member[] = [];
  readTree(program, names, places, members);
  for (const { node, name } of members) {
    if (!names.has(name)) continue;
    Object.assign(node, { type: 'Identifier', name });
  }
}

/** Names that are read as members of the global object and given a value by themselves. */
function namesKept(source: string): readonly string[] {
  const read = new Set<string>();
  const max = Math.min(namesMax, searchedMax / source.length);
  for (const [, name] of source.matchAll(reading)) {
    if (read.size >= max) break;
    if (!isGlobalRoot(name!)) read.add(name!);
  }
  return [...read].filter((name) => isAssigned(name, source));
}

/** `name = …` */
function isAssigned(name: string, source: string): boolean {
  for (const at of placesOf(name, source, placesMax) ?? []) {
    const after = source.slice(at + name.length, at + name.length + 8);
    if (/^\s*=(?![=>])/.test(after) && !/[\w$.]/.test(source[at - 1] ?? '')) return true;
  }
  return false;
}

interface Member {
  readonly node: Node;
  readonly name: string;
}

/** Calls that assign an object to the global one. */
function callsAt(program: Program, source: string): readonly CallExpression[] {
  const places = [...source.matchAll(assigningAll)].map(({ index }) => index);
  const calls: CallExpression[] = [];
  const open: Node[] = places.length === 0 ? [] : [program];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.type === 'CallExpression' && places.includes(node.start)) calls.push(node);
    open.push(...childrenAt(node, places));
  }
  return calls;
}

/** Makes a call of `Object.assign` one assignment for each member, and says which. */
function spreadOut(call: CallExpression): readonly string[] {
  const [target, members, other] = call.arguments;
  if (target?.type !== 'Identifier' || members?.type !== 'ObjectExpression' || other !== undefined)
    return [];
  const names: string[] = [];
  const steps: object[] = [];
  const { start, end } = call;
  for (const entry of members.properties) {
    const name = entry.type === 'Property' && !entry.computed ? keyName(entry.key) : undefined;
    if (name === undefined || entry.type !== 'Property' || entry.kind !== 'init') return [];
    if (isGlobalRoot(name) || !/^[A-Za-z_$][\w$]*$/.test(name)) return [];
    names.push(name);
    const place = { start: entry.start, end: entry.end };
    const property = { type: 'Identifier', name, ...place };
    const left = { type: 'MemberExpression', object: target, property, computed: false, ...place };
    steps.push({ type: 'AssignmentExpression', operator: '=', left, right: entry.value, ...place });
  }
  Object.assign(call, { type: 'SequenceExpression', expressions: steps, start, end });
  return names;
}

/** Where the names are written, in order; takes those away that are written so often that they are surely declared. */
function occurrences(source: string, names: Set<string>): readonly number[] {
  const all: number[] = [];
  for (const name of names) {
    const places = placesOf(name, source, placesMax);
    if (places === undefined) names.delete(name);
    else all.push(...places);
  }
  return all.toSorted((left, right) => left - right);
}

/** Collects the members, and takes the names away that are declared; looks only where the names are written. */
function readTree(
  root: Node,
  names: Set<string>,
  places: readonly number[],
  members: Member[],
): void {
  const open: Node[] = [root];
  for (let node = open.pop(); node !== undefined && names.size > 0; node = open.pop()) {
    const name = node.type === 'MemberExpression' ? globalMember(node) : undefined;
    if (name !== undefined && names.has(name)) members.push({ node, name });
    for (const declared of declaredBy(node)) names.delete(declared);
    open.push(...childrenAt(node, places));
  }
}

/** `name` of `window.name` and `self['name']` */
function globalMember(node: Node & { type: 'MemberExpression' }): string | undefined {
  const { object, property, computed } = node;
  if (object.type !== 'Identifier' || !globalObjectNames.has(object.name)) return undefined;
  return computed && property.type !== 'Literal' ? undefined : keyName(property);
}

function* declaredBy(node: Node): Generator<string> {
  switch (node.type) {
    case 'VariableDeclarator':
      yield* namesOf(node.id);
      break;
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ClassDeclaration':
    case 'ClassExpression':
      if (node.id !== null) yield node.id.name;
      if ('params' in node) for (const parameter of node.params) yield* namesOf(parameter);
      break;
    case 'ArrowFunctionExpression':
      for (const parameter of node.params) yield* namesOf(parameter);
      break;
    case 'CatchClause':
      if (node.param !== null) yield* namesOf(node.param);
      break;
    case 'ImportSpecifier':
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
      yield node.local.name;
  }
}
