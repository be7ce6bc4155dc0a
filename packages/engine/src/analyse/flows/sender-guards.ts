import { visitorKeys } from 'oxc-parser';
import type { Node } from 'oxc-parser';
import type { Located, Scope } from '../scopes.ts';
import type { ScriptReader } from '../script-reader.ts';
import { isSameBorder } from './border-objects.ts';
import type { BorderObject, BorderObjects } from './border-objects.ts';
import type { Conditions, Test } from './conditions.ts';

const nodesMax = 300;
/** `https://host/`: with the slash nothing can be appended to the host. */
const wholeOrigin = /^[a-z-]+:\/\/[^/]+\//i;
/** Properties of a sender that say which site it is; empty for the sender itself, handed to a function. */
const address = /^(?:$|(?:origin|tab\.url|url)(?:\.|$))/;
const partialMethods: ReadonlySet<string> = new Set(
  'endsWith includes indexOf match search startsWith test'.split(' '),
);

/** Whether places of one script are reached only when the sender of a message was looked at. */
export class SenderGuards {
  private readonly script: ScriptReader;
  private readonly objects: BorderObjects;
  private readonly conditions: Conditions;

  constructor(script: ScriptReader, objects: BorderObjects, conditions: Conditions) {
    this.script = script;
    this.objects = objects;
    this.conditions = conditions;
  }

  /** Whether a test of who sent the message that `object` belongs to decides whether a place is reached. */
  guard(object: BorderObject, places: readonly Located[]): boolean {
    return [...places, ...object.via].slice(0, 6).some(({ node, scope }) =>
      this.conditions
        .around(scope.function, node.start)
        .slice(0, 40)
        .some((test) => this.isGuard(test, scope, object)),
    );
  }

  /** A comparison with the sender's address, origin, tab or id that no other sender can pass. */
  private isGuard({ node, holds }: Test, scope: Scope, object: BorderObject): boolean {
    if (node.type === 'UnaryExpression' && node.operator === '!')
      return this.isGuard({ node: node.argument, holds: !holds, from: 0, to: 0 }, scope, object);
    if (node.type === 'LogicalExpression') {
      const isEither = (side: Node): boolean =>
        this.isGuard({ node: side, holds, from: 0, to: 0 }, scope, object);
      // Of an `or` that holds, the other side may have let the sender through.
      return (node.operator === '&&') === holds
        ? isEither(node.left) || isEither(node.right)
        : isEither(node.left) && isEither(node.right);
    }
    const asked = this.senderPaths(node, scope, object);
    if (asked.length === 0) return false;
    // That a message came from a tab says nothing of which; that it came from none, that it is the extension's own.
    if (asked.every((path) => path === 'tab')) return !holds;
    if (!asked.some((path) => address.test(path))) return false;
    return isInequality(node) ? !holds : holds && !this.isPartial(node, scope);
  }

  /** A comparison that only looks at a part of the address: `url.startsWith('https://good.com')`. */
  private isPartial(node: Node, scope: Scope): boolean {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
    const method = this.script.resolver.keyOf(node.callee, scope);
    if (method === undefined || !partialMethods.has(method)) return false;
    // `allowed.includes(sender.origin)` looks at all of it.
    if (method === 'includes' && this.isSender(node.arguments[0], scope)) return false;
    if (method === 'test') return !isAnchored(node.callee.object);
    const [first] = node.arguments;
    const value = first === undefined ? undefined : this.script.fold(first, scope);
    const isWhole =
      method === 'startsWith' &&
      (value?.kind === 'string' ? wholeOrigin.test(value.text) : value?.kind !== 'unknown');
    return !isWhole;
  }

  private isSender(node: Node | undefined, scope: Scope): boolean {
    return this.objects
      .resolve(node, scope)
      .some(({ role, path }) => role === 'sender' || (role === 'event' && path[0] === 'origin'));
  }

  /** `this.isTrusted(event)`, where the function looks at the event's origin and compares it as a whole. */
  private asksOrigin(
    call: Node & { type: 'CallExpression' },
    scope: Scope,
    object: BorderObject,
  ): boolean {
    const at = call.arguments.findIndex((given) =>
      this.objects
        .resolve(given, scope)
        .some((one) => one.role === 'event' && one.path.length === 0 && isSameBorder(one, object)),
    );
    if (at === -1) return false;
    const called = this.objects.callers?.().values.functions(call.callee, scope) ?? [];
    return called.some(({ returns }) =>
      returns.some(
        ({ node, scope: from }) =>
          node.type === 'BinaryExpression' &&
          node.operator.startsWith('==') &&
          [node.left, node.right].some((side) => this.isSender(side, from)),
      ),
    );
  }

  /** Properties of the sender that an expression reads. */
  private senderPaths(node: Node, scope: Scope, object: BorderObject): readonly string[] {
    const paths: string[] = [];
    let left = nodesMax;
    const visit = (each: Node): void => {
      left -= 1;
      if (left < 0) return;
      if (each.type === 'Identifier' || each.type === 'MemberExpression') {
        const found = this.objects.resolve(each, scope).find((one) => isSenderOf(one, object));
        if (found !== undefined) {
          const path = found.role === 'port' ? found.path.slice(1) : found.path;
          paths.push(path.join('.'));
          return;
        }
      }
      if (each.type === 'CallExpression' && this.asksOrigin(each, scope, object)) {
        paths.push('origin');
        return;
      }
      const children = each as unknown as Readonly<
        Record<string, Node | readonly (Node | null)[] | null>
      >;
      for (const key of visitorKeys[each.type] ?? []) {
        const child = children[key];
        if (child === null || child === undefined) continue;
        for (const inner of Array.isArray(child) ? (child as readonly (Node | null)[]) : [child])
          if (inner !== null) visit(inner as Node);
      }
    };
    visit(node);
    return paths;
  }
}

/** The sender of the same message or port, or the origin of the same window message. */
function isSenderOf(found: BorderObject, object: BorderObject): boolean {
  if (found.role === 'event') return found.path[0] === 'origin' && isSameBorder(found, object);
  if (found.role === 'sender') return isSameBorder(found, object);
  const port = object.port ?? object;
  return found.role === 'port' && found.path[0] === 'sender' && isSameBorder(found, port);
}

function isInequality(node: Node): boolean {
  return node.type === 'BinaryExpression' && node.operator.startsWith('!=');
}

/** `/^https:\/\/host\//`, or one that ends in `$` as well. */
function isAnchored(node: Node): boolean {
  if (node.type !== 'Literal' || !('regex' in node)) return false;
  const { pattern } = node.regex;
  return pattern.startsWith('^') && (pattern.endsWith('$') || /[^\\/:]\\\/[^\\/]*/.test(pattern));
}
