import type { CallExpression, Function as FunctionNode, Node } from 'oxc-parser';
import { bare, keyName } from '../nodes.ts';
import { nodesOf, place, spread } from '../tree-edits.ts';
import type { TreeEdits } from '../tree-edits.ts';
import { attemptsOf, isPlain } from './machine-context.ts';
import { MachineSteps } from './machine-steps.ts';
import { StructuredJumps } from './structured-jumps.ts';

/**
 * Turns what compilers make of `async` functions back in the tree, so that nothing behind the walk has to know both:
 * `__awaiter(this, void 0, void 0, function* () { … })` of TypeScript, `__async` of esbuild, `_asyncToGenerator` of Babel
 * and swc, and the machines of states in them.
 * @returns whether the node is another now
 */
export function restoreAsync(node: CallExpression, edits: TreeEdits): boolean {
  const { callee, arguments: given } = node;
  const last = given.at(-1);
  if (last?.type === 'CallExpression') {
    const marked = given.length === 1 ? markedBody(last) : undefined;
    return marked !== undefined && restoreHelped(node, marked, edits);
  }
  if (last?.type !== 'FunctionExpression') return false;
  if (given.length === 1) return restoreHelped(node, last, edits);
  if (isMethod(callee, 'wrap', 'w')) return false;
  return given.length === 2 ? restoreSteps(node, edits) : restoreAwaiter(node, last, edits);
}

/** `_asyncToGenerator(function* () { … })`, which is the function. */
function restoreHelped(node: CallExpression, body: FunctionNode, edits: TreeEdits): boolean {
  if (!isHelper(node.callee) || !restoreBody(body, edits)) return false;
  edits.become(node, 'FunctionExpression', { ...body });
  return true;
}

/** `__awaiter(this, void 0, Promise, function* () { … })`, `__async(this, [x], function* (x) { … })`, which call it. */
function restoreAwaiter(node: CallExpression, body: FunctionNode, edits: TreeEdits): boolean {
  const [receiver, passed, promise] = node.arguments;
  const isAwaiter =
    isNothing(receiver!, 'ThisExpression', 'Identifier') &&
    (isNothing(passed!, 'ArrayExpression') || keyName(passed!) === 'arguments') &&
    (promise === body || isNothing(promise!, 'Identifier', 'MemberExpression'));
  if (!isAwaiter || node.arguments.length > 4 || !restoreBody(body, edits)) return false;
  const list = passed!.type === 'Identifier' ? [spread(passed)] : [];
  edits.become(node, 'CallExpression', {
    callee: asyncArrow(body, body.body!.body),
    arguments: passed!.type === 'ArrayExpression' ? passed.elements : list,
    optional: false,
  });
  return true;
}

/** `_asyncToGenerator`, `(0, helpers.asyncToGenerator)`, `t` where names are short; not `co`, which calls what it is given. */
function isHelper(callee: Node): boolean {
  const named = bare(callee);
  if (named.type === 'MemberExpression') {
    const key = keyName(named.property);
    return key === 'default' ? isHelper(named.object) : isHelperName(key);
  }
  return isHelperName(keyName(named));
}

function isHelperName(name: string | undefined): boolean {
  if (name === undefined || name === 'co') return false;
  return name.length < 3 || /^_*async_?to_?generator\w*$/i.test(name);
}

/** `regeneratorRuntime.mark(function f(x) { … })` */
function markedBody({ callee, arguments: given }: CallExpression): FunctionNode | undefined {
  const [first] = given;
  return first?.type === 'FunctionExpression' && isMethod(callee, 'mark', 'm') ? first : undefined;
}

/** Of a generator, or of a function that gives back one that runs in steps. */
function restoreBody(body: FunctionNode, edits: TreeEdits): boolean {
  if (body.body === null) return false;
  if (body.generator) {
    for (const node of nodesOf(body.body.body)) {
      if (node.type !== 'YieldExpression') continue;
      edits.become(node, 'AwaitExpression', { argument: node.argument ?? nothing(node) });
    }
    edits.change(body, { generator: false, async: true });
    return true;
  }
  const block = body.body;
  const end = block.body.at(-1);
  const steps = end?.type === 'ReturnStatement' && end.argument !== null ? bare(end.argument) : end;
  if (steps?.type !== 'CallExpression' || !restoreSteps(steps, edits)) return false;
  // One function holds the variables and uses them, as it was written.
  const { callee } = steps;
  if (callee.type !== 'ArrowFunctionExpression' || callee.body.type !== 'BlockStatement')
    return true;
  const states = [...callee.params.map(emptyObject), ...callee.body.body];
  edits.change(block, { body: [...block.body.slice(0, -1), ...states] });
  edits.change(body, { async: true });
  return true;
}

/** `var _c = {}`: Babel keeps values in the members of what its machine is handed. */
function emptyObject(id: Node): Node {
  const span = place(id);
  const init = { start: span.end, end: span.end, type: 'ObjectExpression', properties: [] };
  const declarations = [{ ...span, type: 'VariableDeclarator', id, init }];
  return { ...span, type: 'VariableDeclaration', kind: 'var', declarations } as unknown as Node;
}

/** `__generator(this, function (_a) { switch (_a.label) { … } })`, `wrap(function (_c) { while (1) switch (_c.next) { … } })` */
function restoreSteps(node: CallExpression, edits: TreeEdits): boolean {
  const [first, second] = node.arguments;
  const machine = isMethod(node.callee, 'wrap', 'w') ? first : second;
  if (machine?.type !== 'FunctionExpression' || machine.body === null) return false;
  // What else the machine is handed is gone with it.
  if (!node.arguments.every((each) => each === machine || isPlain(each))) return false;
  if (machine === second && !isNothing(first!, 'ThisExpression')) return false;
  const [context, other] = machine.params;
  if (context?.type !== 'Identifier' || other !== undefined) return false;
  const steps = MachineSteps.of(
    machine.body.body,
    context.name,
    machine === first ? attemptsOf(node.arguments[3]) : [],
  );
  const body = steps && new StructuredJumps(steps.steps).write();
  if (body === undefined) return false;
  steps!.edit(edits);
  edits.become(node, 'CallExpression', {
    callee: asyncArrow(machine, body),
    arguments: [],
    optional: false,
  });
  return true;
}

function isMethod(callee: Node, ...names: readonly string[]): boolean {
  return callee.type === 'MemberExpression' && names.includes(keyName(callee.property) ?? '');
}

/** `void 0`, `null`, or of one of the types. */
function isNothing(node: Node, ...types: readonly string[]): boolean {
  if (node.type === 'Literal') return node.value === null;
  return node.type === 'UnaryExpression' ? node.operator === 'void' : types.includes(node.type);
}

function nothing(node: Node): Node {
  return { ...place(node), type: 'Identifier', name: 'undefined' };
}

function asyncArrow({ params, start, end }: FunctionNode, body: readonly Node[]): Node {
  const block = { start, end, type: 'BlockStatement', body };
  return {
    start,
    end,
    type: 'ArrowFunctionExpression',
    params,
    body: block,
    async: true,
  } as unknown as Node;
}
