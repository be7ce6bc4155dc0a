import { visitorKeys } from 'oxc-parser';
import type { CallExpression, Node } from 'oxc-parser';
import { isFunction, rootName } from '../nodes.ts';
import type { Binding, Scope } from '../scopes.ts';

/** Names that helpers of compilers use besides their own. */
const used: ReadonlySet<string> = new Set(
  'Array Error JSON Map Number Object RangeError ReferenceError Reflect Set String Symbol TypeError WeakMap WeakSet arguments exports module require undefined'.split(
    ' ',
  ),
);
const nodesMax = 2_000;

/**
 * Whether a variable that is called as helpers of compilers are holds nothing but one: a function that uses what it is
 * handed, the language and other helpers, and so cannot hand back anything else.
 */
export function isCompilersOwn(
  binding: Binding | undefined,
  seen = new Set<Binding | undefined>([undefined]),
): boolean {
  // What nobody declares here, or is imported, is what it is called.
  if (binding === undefined || seen.has(binding)) return true;
  seen.add(binding);
  if (binding.position !== undefined) return false;
  return binding.writes.every(({ node, scope }) => {
    if (node.type === 'ImportDeclaration') return true;
    if (node.type === 'MemberExpression') return used.has(rootName(node) ?? '');
    if (node.type === 'CallExpression' && isLoaded(node, scope)) return true;
    const names = namesUsedIn(node);
    if (names === undefined) return false;
    return names.every(
      (name) =>
        used.has(name) || (name.startsWith('_') && isCompilersOwn(scope.lookup(name), seen)),
    );
  });
}

/** `require('tslib')`, `n(42)` of webpack, `_interopRequireWildcard(require('tslib'))` */
function isLoaded({ callee, arguments: [of, other] }: CallExpression, scope: Scope): boolean {
  if (callee.type !== 'Identifier' || of === undefined || other !== undefined) return false;
  if (of.type === 'CallExpression') return callee.name.startsWith('_') && isLoaded(of, scope);
  const loader = scope.lookup(callee.name);
  return of.type === 'Literal' && (loader === undefined || loader.position !== undefined);
}

/** Names that an expression uses and does not declare; undefined where it is too large for a helper. */
function namesUsedIn(root: Node): readonly string[] | undefined {
  const found = new Set<string>();
  const declared = new Set<string>();
  const left: Node[] = [root];
  let nodesLeft = nodesMax;
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    nodesLeft -= 1;
    if (nodesLeft < 0) return undefined;
    if (node.type === 'Identifier') found.add(node.name);
    if (isFunction(node)) for (const param of node.params) declare(param, declared);
    if ('id' in node && node.id) declare(node.id, declared);
    if (node.type === 'CatchClause' && node.param) declare(node.param, declared);
    const isNamed =
      (node.type === 'MemberExpression' || node.type === 'Property') && !node.computed;
    const parts = node as unknown as Readonly<Record<string, Node | readonly Node[] | null>>;
    for (const key of visitorKeys[node.type] ?? []) {
      if (isNamed && (key === 'property' || key === 'key')) continue;
      const child = parts[key];
      for (const each of Array.isArray(child) ? child : [child]) if (each) left.push(each as Node);
    }
  }
  return [...found].filter((name) => !declared.has(name));
}

function declare(pattern: Node, to: Set<string>): void {
  if (pattern.type === 'Identifier') to.add(pattern.name);
  else if (pattern.type === 'RestElement') declare(pattern.argument, to);
}
