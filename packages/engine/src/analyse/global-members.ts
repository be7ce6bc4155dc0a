import type { Node, Program } from 'oxc-parser';
import { visitorKeys } from 'oxc-parser';
import { keyName } from './nodes.ts';
import { globalObjectNames, isGlobalRoot } from './web-globals.ts';

/** Assignments to members of the global object, as they are written: `self.name =`, `window['name'] =`. */
const assigning =
  /\b(?:window|self|globalThis)\s*(?:\.\s*([\w$]+)|\[\s*(['"])([\w$]+)\2\s*\])\s*(?:=(?!=)|\?\?=|\|\|=)/g;
/** Names that one script is looked through for. */
const namesMax = 200;
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
  const places = occurrences(source, names);
  if (names.size === 0) return;
  const members: Member[] = [];
  readTree(program, names, places, members);
  for (const { node, name } of members) {
    if (!names.has(name)) continue;
    Object.assign(node, { type: 'Identifier', name });
  }
}

interface Member {
  readonly node: Node;
  readonly name: string;
}

/** Where the names are written, in order; takes those away that are written so often that they are surely declared. */
function occurrences(source: string, names: Set<string>): readonly number[] {
  const all: number[] = [];
  for (const name of names) {
    const places: number[] = [];
    let at = source.indexOf(name);
    for (; at !== -1 && places.length <= placesMax; at = source.indexOf(name, at + name.length))
      places.push(at);
    if (at === -1) all.push(...places);
    else names.delete(name);
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
    const children = node as unknown as Readonly<Record<string, Node | (Node | null)[] | null>>;
    for (const key of visitorKeys[node.type] ?? []) {
      const child = children[key];
      if (Array.isArray(child)) {
        for (const each of child) if (each !== null && holdsOne(each, places)) open.push(each);
      } else if (child !== null && child !== undefined && holdsOne(child, places)) open.push(child);
    }
  }
}

/** Whether one of the places, which are in order, is within the node. */
function holdsOne({ start, end }: Node, places: readonly number[]): boolean {
  let low = 0;
  let high = places.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (places[middle]! < start) low = middle + 1;
    else high = middle;
  }
  return low < places.length && places[low]! < end;
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

function* namesOf(pattern: Node): Generator<string> {
  switch (pattern.type) {
    case 'Identifier':
      yield pattern.name;
      break;
    case 'AssignmentPattern':
      yield* namesOf(pattern.left);
      break;
    case 'RestElement':
      yield* namesOf(pattern.argument);
      break;
    case 'ArrayPattern':
      for (const element of pattern.elements) if (element !== null) yield* namesOf(element);
      break;
    case 'ObjectPattern':
      for (const entry of pattern.properties)
        yield* namesOf(entry.type === 'Property' ? entry.value : entry.argument);
  }
}
