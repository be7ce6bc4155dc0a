import type { Node } from 'oxc-parser';
import { bare, keyName, memberName, propertyNode } from '../../syntax/nodes.ts';
import type { Binding, Scope } from '../../syntax/scopes.ts';
import type { ScriptReader } from '../../values/script-reader.ts';
import { isLedElsewhere } from './page-origin.ts';

const hopsMax = 8;
/** What has to follow, or else the text goes on with the host: `origin + '.in.a.dev'`. */
const pathStart = /^[/?#]/;
const siteParts: ReadonlySet<string> = new Set(['host', 'hostname', 'href', 'origin']);

/** A variable, or a member of one, that an address or a host is taken from. */
interface Root {
  readonly binding: Binding;
  readonly path: string;
}

/**
 * Whether a request goes to the very address whose cookies a call asks for, whatever that is:
 * `cookies.getAll({ url }, (all) => fetch(url, …))`.
 */
export function goesWhereAskedFor(
  asking: Node,
  askedIn: Scope,
  url: Node,
  sentIn: Scope,
  script: ScriptReader,
): boolean {
  if (asking.type !== 'CallExpression') return false;
  const path = script.pathOf(asking.callee, askedIn) ?? '';
  if (!/^chrome\.cookies\.get(?:All)?$/.test(path)) return false;
  const details = script.origin(asking.arguments[0] ?? asking, askedIn);
  const named = propertyNode(details.node, 'url') ?? propertyNode(details.node, 'domain');
  const asked = named && rootOf(named, details.scope, script, 0);
  const sent = asked && rootOf(url, sentIn, script, 0);
  return sent !== undefined && sent.binding === asked?.binding && sent.path === asked.path;
}

/** The variable that decides the host of an address, or that is the host; undefined where more than one does. */
function rootOf(node: Node, scope: Scope, script: ScriptReader, hops: number): Root | undefined {
  if (hops > hopsMax) return undefined;
  const next = (inner: Node | undefined): Root | undefined =>
    inner && rootOf(inner, scope, script, hops + 1);
  switch (node.type) {
    case 'Identifier':
      return rootOfName(node.name, scope, script, hops);
    case 'ParenthesizedExpression':
    case 'TSNonNullExpression':
    case 'ChainExpression':
      return next(node.expression);
    case 'MemberExpression': {
      const key = node.computed ? undefined : memberName(node.property);
      if (key === undefined) return undefined;
      const made = bare(node.object);
      if (siteParts.has(key) && isUrl(made, scope, script)) return next(made);
      const object = next(node.object);
      return object?.binding.propertyWrites === undefined
        ? object && { ...object, path: `${object.path}.${key}` }
        : undefined;
    }
    case 'NewExpression': {
      const [first, base] = node.arguments;
      if (script.pathOf(node.callee, scope) !== 'URL' || first === undefined) return undefined;
      if (base === undefined) return next(first);
      return /^(?:\/(?!\/)|[.?#])/.test(textOf(first, scope, script)) ? next(base) : undefined;
    }
    case 'CallExpression': {
      const { callee } = node;
      if (callee.type === 'Identifier' && callee.name === 'String') return next(node.arguments[0]);
      const isText = callee.type === 'MemberExpression' && keyName(callee.property) === 'toString';
      return isText ? next(callee.object) : undefined;
    }
    case 'TemplateLiteral': {
      const [before, behind] = node.quasis;
      const [first] = node.expressions;
      const isWhole = /^(?:https?:\/\/)?$/.test(before?.value.raw ?? '-');
      const follows = behind?.value.raw ?? '';
      const ends = pathStart.test(follows) || (follows === '' && node.expressions.length === 1);
      return isWhole && ends ? next(first) : undefined;
    }
    case 'BinaryExpression':
      return node.operator === '+' && pathStart.test(textOf(node.right, scope, script))
        ? next(node.left)
        : rootOfHost(node, scope, script, hops);
    default:
      return undefined;
  }
}

/** `'https://' + host` */
function rootOfHost(
  { left, right }: Node & { type: 'BinaryExpression' },
  scope: Scope,
  script: ScriptReader,
  hops: number,
): Root | undefined {
  return /^https?:\/\/$/.test(textOf(left, scope, script))
    ? rootOf(right, scope, script, hops + 1)
    : undefined;
}

/** A parameter that is never given anything else, or what a variable is made of, once. */
function rootOfName(
  name: string,
  scope: Scope,
  script: ScriptReader,
  hops: number,
): Root | undefined {
  const binding = scope.lookup(name);
  if (binding === undefined) return undefined;
  const { writes, onlyWrite, parameter } = binding;
  if (parameter !== undefined) return writes.length === 0 ? { binding, path: '' } : undefined;
  if (onlyWrite === undefined || onlyWrite.kind === 'unknown') return undefined;
  const [key, ...below] = onlyWrite.keys;
  const isSite = key !== undefined && below.length === 0 && siteParts.has(key);
  // `const { origin } = new URL(address)`
  if (isSite && onlyWrite.kind === 'value' && isUrl(onlyWrite.node, onlyWrite.scope, script))
    return rootOf(onlyWrite.node, onlyWrite.scope, script, hops + 1);
  if (onlyWrite.kind === 'element' || onlyWrite.keys.length > 0) return { binding, path: '' };
  if (onlyWrite.node.type === 'NewExpression' && isLedElsewhere(binding, script)) return undefined;
  return rootOf(onlyWrite.node, onlyWrite.scope, script, hops + 1) ?? { binding, path: '' };
}

function isUrl(node: Node, scope: Scope, script: ScriptReader): boolean {
  const { node: made, scope: from } = script.origin(node, scope);
  return made.type === 'NewExpression' && script.pathOf(made.callee, from) === 'URL';
}

function textOf(node: Node, scope: Scope, script: ScriptReader): string {
  const value = script.fold(node, scope);
  return value.kind === 'string' ? value.text : '';
}
