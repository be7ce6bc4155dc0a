import { visitorKeys } from 'oxc-parser';
import type { Node } from 'oxc-parser';
import { isFunction } from '../syntax/nodes.ts';

/**
 * Parts of a function that may not run or may run again, and those whose order is not that of the source: patterns, whose
 * parts run after the value; class bodies, of which fields run with the constructor; updates of `for`.
 */
const Kind = { branch: 0, loop: 1, pattern: 2, late: 3, update: 4 } as const;
type Kind = (typeof Kind)[keyof typeof Kind];

type Operation = Node & { type: 'BinaryExpression' | 'LogicalExpression' };

/** The whole of the function. */
export const root = 0;
/** Nodes in nodes, so that the stack holds out. */
const depthMax = 500;

/** Which parts of one function, or of a script outside its functions, run for sure before others. */
export class Branches {
  private readonly starts: number[] = [-1];
  private readonly ends: number[] = [Infinity];
  private readonly parents: number[] = [root];
  private readonly kinds: Kind[] = [Kind.branch];
  /** Offsets at which all of a pattern has its values. */
  private readonly filledAt = new Map<number, number>();
  /** Loops over the values of an expression. */
  private readonly loopsOver = new Map<Node, number>();
  /** What is true where a part runs. */
  private readonly tests = new Map<number, Node>();
  /** Where names are first mentioned as they are, so that others may get hold of what they name. */
  private readonly mentions = new Map<string, number>();
  private inside = root;
  private depth = 0;
  /** Whether parts of it are nested too deep to be told. */
  isTooDeep = false;

  constructor(nodes: readonly (Node | null)[], parameters: readonly Node[]) {
    for (const parameter of parameters)
      if (parameter.type !== 'Identifier') this.visitPattern(parameter, -1);
    this.visitAll(nodes);
  }

  /** The innermost part around a node. */
  around({ start, end }: Pick<Node, 'start' | 'end'>): number {
    const { starts, ends, parents } = this;
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle]! <= start) low = middle;
      else high = middle - 1;
    }
    while (ends[low]! < end) low = parents[low]!;
    return low;
  }

  isWithin(part: number, outer: number): boolean {
    let at = part;
    // Parts have higher numbers than those around them.
    while (at > outer) at = this.parents[at]!;
    return at === outer;
  }

  /** The loop whose values the expression has: `of list`. */
  loopOver(node: Node): number | undefined {
    return this.loopsOver.get(node);
  }

  /** The innermost loop around two parts. */
  loopAround(part: number, other: number): number | undefined {
    return this.find(part, (at) => this.kinds[at] === Kind.loop && this.isWithin(other, at));
  }

  /** Whether what runs before it in the function does not stand before it in the source. */
  isOutOfOrder(part: number): boolean {
    return this.find(part, (at) => this.kinds[at]! >= Kind.pattern) !== undefined;
  }

  /** Whether it runs when an object is made, not in its place. */
  isLate(part: number): boolean {
    return this.find(part, (at) => this.kinds[at] === Kind.late) !== undefined;
  }

  /** Of a default value in a pattern, the offset at which the pattern has its values. */
  filled(part: number): number | undefined {
    return this.filledAt.get(this.find(part, (at) => this.kinds[at] === Kind.pattern) ?? root);
  }

  private find(part: number, isAsked: (at: number) => boolean): number | undefined {
    for (let at = part; at !== root; at = this.parents[at]!) if (isAsked(at)) return at;
    return undefined;
  }

  /** The test right around a part, which is true where it runs. */
  testOf(part: number): Node | undefined {
    return this.tests.get(part);
  }

  /** Whether anything but a member of what the variable holds is used before the offset. */
  isMentionedBefore(name: string, offset: number): boolean {
    const first = this.mentions.get(name);
    return first !== undefined && first < offset;
  }

  private visitAll(nodes: readonly (Node | null)[]): void {
    for (let at = 0; at < nodes.length; at += 1) {
      const node = nodes[at];
      if (node !== null && node !== undefined) this.visit(node);
    }
  }

  private visit(node: Node): void {
    if (this.depth > depthMax) {
      this.isTooDeep = true;
      return;
    }
    this.depth += 1;
    this.visitForm(node);
    this.depth -= 1;
  }

  private visitForm(node: Node): void {
    switch (node.type) {
      case 'FunctionDeclaration':
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return;
      case 'ClassDeclaration':
      case 'ClassExpression':
        if (node.superClass !== null) this.visit(node.superClass);
        return this.visitPart(node.body, Kind.late);
      case 'Identifier':
        return this.mention(node);
      case 'MemberExpression':
        if (node.object.type !== 'Identifier') this.visit(node.object);
        if (node.computed) this.visit(node.property);
        return;
      case 'CallExpression':
        // A method gets hold of its object.
        if (node.callee.type === 'MemberExpression') this.mention(node.callee.object);
        return this.visitChildren(node);
      case 'Property':
        if (node.computed) this.visit(node.key);
        return this.visit(node.value);
      case 'IfStatement':
        return this.visitIf(node);
      case 'ConditionalExpression':
        this.visit(node.test);
        this.visitPart(node.consequent, Kind.branch);
        return this.visitPart(node.alternate, Kind.branch);
      case 'BinaryExpression':
      case 'LogicalExpression':
        return this.visitOperands(node);
      case 'AssignmentExpression':
        return this.visitAssignment(node);
      case 'VariableDeclarator':
        if (node.id.type !== 'Identifier')
          this.visitPattern(node.id, node.init?.end ?? node.id.end);
        if (node.init !== null) this.visit(node.init);
        return;
      case 'ChainExpression':
        return this.visitPart(node.expression, Kind.branch);
      case 'SwitchStatement':
        this.visit(node.discriminant);
        for (const { test, consequent } of node.cases) {
          this.visitPart(test, Kind.branch);
          const [first] = consequent;
          if (first === undefined) continue;
          const outer = this.open(first.start, consequent.at(-1)!.end, Kind.branch);
          this.visitAll(consequent);
          this.inside = outer;
        }
        return;
      case 'TryStatement':
        this.visitPart(node.block, Kind.branch);
        this.visitPart(node.handler, Kind.branch);
        if (node.finalizer !== null) this.visit(node.finalizer);
        return;
      case 'CatchClause':
        if (node.param !== null && node.param.type !== 'Identifier')
          this.visitPattern(node.param, node.param.end);
        return this.visit(node.body);
      case 'LabeledStatement':
      case 'WithStatement':
        if (node.type === 'WithStatement') this.visit(node.object);
        return this.visitPart(node.body, Kind.branch);
      case 'WhileStatement':
      case 'DoWhileStatement': {
        const outer = this.open(node.start, node.end, Kind.loop);
        if (node.type === 'WhileStatement') this.visit(node.test);
        this.visitPart(node.body, Kind.branch);
        if (node.type === 'DoWhileStatement') this.visit(node.test);
        this.inside = outer;
        return;
      }
      case 'ForStatement':
        return this.visitFor(node);
      case 'ForInStatement':
      case 'ForOfStatement':
        return this.visitLoopOver(node);
      default:
        return this.visitChildren(node);
    }
  }

  private mention(node: Node): void {
    if (node.type === 'Identifier' && !this.mentions.has(node.name))
      this.mentions.set(node.name, node.start);
  }

  private visitChildren(node: Node): void {
    const children = node as unknown as Readonly<Record<string, Node | readonly Node[] | null>>;
    const keys = visitorKeys[node.type] ?? [];
    for (let at = 0; at < keys.length; at += 1) {
      const child = children[keys[at]!];
      if (child === null || child === undefined) continue;
      if (Array.isArray(child)) this.visitAll(child as readonly Node[]);
      else this.visit(child as Node);
    }
  }

  /** `else if` chains are as deep as they are long. */
  private visitIf(node: Node & { type: 'IfStatement' }): void {
    this.visit(node.test);
    this.visitPart(node.consequent, Kind.branch, node.test);
    let { alternate } = node;
    for (; alternate?.type === 'IfStatement'; alternate = alternate.alternate) {
      this.visitPart(alternate.test, Kind.branch);
      this.visitPart(alternate.consequent, Kind.branch);
    }
    this.visitPart(alternate, Kind.branch);
  }

  /** `a && b && c && …` leans left as deep as it is long. */
  private visitOperands(node: Operation): void {
    const operations: Operation[] = [node];
    let left: Node = node.left;
    for (; isOperation(left); left = left.left) operations.push(left);
    this.visit(left);
    for (const { type, operator, left: test, right } of operations.reverse())
      if (type === 'LogicalExpression')
        this.visitPart(right, Kind.branch, operator === '&&' ? test : undefined);
      else this.visit(right);
  }

  private visitAssignment(node: Node & { type: 'AssignmentExpression' }): void {
    const { left, right, operator } = node;
    if (left.type === 'ArrayPattern' || left.type === 'ObjectPattern')
      this.visitPattern(left, right.end);
    else if (left.type !== 'Identifier') this.visit(left);
    // `a ||= b`
    if (/^(?:&&|\|\||\?\?)=$/.test(operator)) this.visitPart(right, Kind.branch);
    else this.visit(right);
  }

  private visitFor({ init, test, update, body, end }: Node & { type: 'ForStatement' }): void {
    if (init !== null) this.visit(init);
    const { start } = test ?? update ?? body;
    const outer = this.open(start, end, Kind.loop);
    if (test !== null) this.visit(test);
    this.visitPart(update, Kind.update);
    this.visitPart(body, Kind.branch);
    this.inside = outer;
  }

  private visitLoopOver(node: Node & { type: 'ForInStatement' | 'ForOfStatement' }): void {
    const { left, right, body, end } = node;
    const targets = left.type === 'VariableDeclaration' ? left.declarations.map(idOf) : [left];
    for (const target of targets)
      if (target.type !== 'Identifier') this.visitPattern(target, right.end);
    this.visit(right);
    this.loopsOver.set(right, this.starts.length);
    const outer = this.open(right.end, end, Kind.loop);
    this.visitPart(body, Kind.branch);
    this.inside = outer;
  }

  private visitPattern(node: Node, filledAt: number): void {
    this.filledAt.set(this.starts.length, filledAt);
    const outer = this.open(node.start, node.end, Kind.pattern);
    this.visitChildren(node);
    this.inside = outer;
  }

  private visitPart(node: Node | null, kind: Kind, test?: Node): void {
    if (node === null || isFunction(node)) return;
    const outer = this.open(node.start, node.end, kind);
    if (test !== undefined) this.tests.set(this.inside, test);
    this.visit(node);
    this.inside = outer;
  }

  /** Begins a part. @returns the one around it */
  private open(start: number, end: number, kind: Kind): number {
    const outer = this.inside;
    this.inside = this.starts.length;
    this.starts.push(start);
    this.ends.push(end);
    this.parents.push(outer);
    this.kinds.push(kind);
    return outer;
  }
}

function isOperation(node: Node): node is Operation {
  return node.type === 'BinaryExpression' || node.type === 'LogicalExpression';
}

function idOf({ id }: { readonly id: Node }): Node {
  return id;
}
