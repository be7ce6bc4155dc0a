import type { Node } from 'oxc-parser';
import { bare, keyName } from '../nodes.ts';
import { place } from '../tree-edits.ts';
import type { Attempt, Label } from './structured-jumps.ts';

/** What a `return` of a machine means. */
export type Returned =
  | { readonly kind: 'wait' | 'delegate' | 'result'; readonly value: Node }
  | { readonly kind: 'jump'; readonly to: Label }
  | { readonly kind: 'end' };

/** The name by which a machine of states calls its context, with what is said by its members. */
export class MachineContext {
  private readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** `_a.trys.push([0, 3, 4, 5])` */
  attemptOf(node: Node): Attempt | undefined {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return undefined;
    const { object, property } = node.callee;
    const [list, other] = node.arguments;
    if (keyName(property) !== 'push' || !this.isOf(object, 'trys') || other) return undefined;
    return list?.type === 'ArrayExpression' ? attemptOf(list.elements) : undefined;
  }

  /** Of a `return` that does nothing before. */
  plainReturn(node: Node | undefined): Returned | undefined {
    if (node?.type !== 'ReturnStatement' || node.argument?.type === 'SequenceExpression')
      return undefined;
    return this.returned(node.argument);
  }

  /** `_a.sent()`, `_c.sent`, `_c.v`, `_c.catch(5)` */
  isSent(node: Node): boolean {
    if (node.type === 'CallExpression')
      return node.arguments.length === 0
        ? this.isOf(node.callee, 'sent')
        : this.isOf(node.callee, 'catch') && node.arguments.every(isPlain);
    return this.isOf(node, 'sent', 'v');
  }

  /** What a `return` of a machine means: `[4, value]`, `[5, values(list)]`, `[2, value]`, `[3, 5]`, `_c.abrupt('return', value)`, `_c.stop()`, or a value to wait for. */
  returned(argument: Node | null | undefined): Returned | undefined {
    const node = last(argument ?? null);
    if (node === null) return undefined;
    if (node.type === 'ArrayExpression') {
      const [kind, value] = node.elements;
      if (kind?.type !== 'Literal' || node.elements.length > 2) return undefined;
      if (kind.value === 2) return { kind: 'result', value: value ?? nothing(node) };
      if (kind.value === 7) return value === undefined ? { kind: 'end' } : undefined;
      if (kind.value === 3) return jumpTo(value);
      if (kind.value === 5 && value) return { kind: 'delegate', value: iterated(value) };
      return kind.value === 4 && value ? { kind: 'wait', value } : undefined;
    }
    if (node.type !== 'CallExpression') return { kind: 'wait', value: node };
    if (this.isOf(node.callee, 'stop', 'finish', 'f'))
      return node.arguments.every(isPlain) ? { kind: 'end' } : undefined;
    if (this.isOf(node.callee, 'delegateYield', 'd')) {
      const [value] = node.arguments;
      return value && { kind: 'delegate', value: iterated(value) };
    }
    if (!this.isOf(node.callee, 'abrupt', 'a')) return { kind: 'wait', value: node };
    const [how, value] = node.arguments;
    if (how?.type !== 'Literal' || node.arguments.length > 2) return undefined;
    if (how.value === 'return' || how.value === 2)
      return { kind: 'result', value: value ?? nothing(node) };
    const isJump = how.value === 'break' || how.value === 'continue' || how.value === 3;
    return isJump ? jumpTo(value) : undefined;
  }

  /** Whether it is a member of this name of what the name stands for. */
  isOf(node: Node, ...keys: readonly string[]): boolean {
    return (
      node.type === 'MemberExpression' &&
      (!node.computed || node.property.type === 'Literal') &&
      node.object.type === 'Identifier' &&
      node.object.name === this.name &&
      keys.includes(keyName(node.property) ?? '')
    );
  }
}

/** `list` of `__values(list)`, by which compilers ask a list for its iterator. */
function iterated(node: Node): Node {
  if (node.type !== 'CallExpression') return node;
  const [list, other] = node.arguments;
  const isWrapped = list !== undefined && list.type !== 'SpreadElement' && other === undefined;
  return isWrapped && /values|async_?delegator/i.test(calledName(node.callee))
    ? iterated(list)
    : node;
}

/** The name of a function that is called, or its key. */
export function calledName(callee: Node): string {
  const named = bare(callee);
  const name = named.type === 'MemberExpression' ? keyName(named.property) : keyName(named);
  return name ?? '';
}

function jumpTo(value: Node | null | undefined): Returned | undefined {
  const to = labelOf(value ?? null);
  return to === undefined ? undefined : { kind: 'jump', to };
}

export function labelOf(node: Node | null): Label | undefined {
  if (node?.type !== 'Literal') return undefined;
  const { value } = node;
  return typeof value === 'number' || typeof value === 'string' ? value : undefined;
}

/** Of `[[0, 4], [24,, 25, 27]]`, which Babel hands its machines last. */
export function attemptsOf(node: Node | undefined): Attempt[] {
  if (node?.type !== 'ArrayExpression') return [];
  return node.elements.flatMap(
    (each) => (each?.type === 'ArrayExpression' && attemptOf(each.elements)) || [],
  );
}

function attemptOf(elements: readonly (Node | null)[]): Attempt | undefined {
  const [start, handler, finalizer, after] = elements.map(labelOf);
  if (start === undefined || !elements.every(isPlain)) return undefined;
  return {
    start,
    ...(handler !== undefined && { handler }),
    ...(finalizer !== undefined && { finalizer }),
    ...(after !== undefined && { after }),
  };
}

/** Whether nothing happens where it stands. */
export function isPlain(node: Node | null): boolean {
  if (node?.type === 'ArrayExpression') return node.elements.every(isPlain);
  if (node?.type === 'UnaryExpression') return isPlain(node.argument);
  return node === null || ['Literal', 'Identifier', 'ThisExpression'].includes(node.type);
}

export function last(node: Node | null): Node | null {
  return node?.type === 'SequenceExpression' ? node.expressions.at(-1)! : node;
}

function nothing(node: Node): Node {
  return { ...place(node), type: 'Identifier', name: 'undefined' };
}
