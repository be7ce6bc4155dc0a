import type { Node } from 'oxc-parser';
import type { Collector } from './collector.ts';
import type { Navigation } from './facts.ts';
import { Conditions, testsIn } from './flows/conditions.ts';
import type { Test } from './flows/conditions.ts';
import { functionsOf, waysTo } from './reached-from.ts';
import type { WayPoint } from './reached-from.ts';
import type { Scope } from './scopes.ts';
import type { Assignment, Call, ScriptReader } from './script-reader.ts';
import { propertyNode } from './script-reader.ts';
import { keyName } from './walk.ts';

export function readNavigationCall(call: Call, script: ScriptReader, facts: Collector): void {
  const { path, arguments: given, scope } = call;
  if (path === 'chrome.tabs.update') {
    const options =
      given.at(-1)?.type === 'ObjectExpression' ? given.at(-1) : given[given.length > 1 ? 1 : 0];
    const made = options === undefined ? undefined : script.origin(options, scope);
    add('tab', propertyNode(made?.node, 'url'), made?.scope ?? scope, call, script, facts);
  } else if (path === 'location.assign' || path === 'location.replace') {
    add('page', given[0], scope, call, script, facts);
  }
}

export function readNavigationWrite(
  write: Assignment,
  script: ScriptReader,
  facts: Collector,
): void {
  if (write.path === 'location' || write.path === 'location.href')
    add('page', write.value, write.scope, write, script, facts);
}

function add(
  via: Navigation['via'],
  address: Node | undefined,
  scope: Scope,
  at: Call | Assignment,
  script: ScriptReader,
  facts: Collector,
): void {
  const url = script.fold(address, scope);
  if (url.kind !== 'string' || !/^https?:\/\/[^/]/i.test(url.text)) return;
  const points = waysTo(at);
  facts.add(facts.navigations, {
    ...script.place(at),
    via,
    url,
    reachedFrom: functionsOf(points),
    isAtStart: points.some((point) => point.function === undefined),
    isConditional: isConditional(points, script),
  });
}

/** Whether anything is asked on the way but whether the tab, the frame or the answer is there and has loaded. */
function isConditional(points: readonly WayPoint[], script: ScriptReader): boolean {
  const conditions = new Conditions();
  return points.some((point) => {
    const { start } = point.node;
    const statement = script.walked.body.find(
      ({ start: from, end }) => from <= start && start < end,
    );
    const atTop = statement === undefined ? [] : testsIn(statement);
    const tests = [
      ...conditions.around(point.function, start),
      ...atTop.filter(({ from, to }) => from <= start && start < to),
    ];
    return tests.some((test) => !isAboutPresence(test, point.scope));
  });
}

function isAboutPresence({ node, cases }: Test, scope: Scope): boolean {
  return cases === undefined && isNeutral(node, scope, 0);
}

function isNeutral(node: Node, scope: Scope, depth: number): boolean {
  if (depth > 8) return false;
  switch (node.type) {
    case 'Literal':
      return true;
    case 'Identifier':
      return neutralNames.has(node.name) || scope.lookup(node.name)?.parameter?.keys.length === 0;
    case 'MemberExpression':
      return presence.has(keyName(node.property) ?? '');
    case 'ChainExpression':
      return isNeutral(node.expression, scope, depth + 1);
    case 'UnaryExpression':
      return isNeutral(node.argument, scope, depth + 1);
    case 'BinaryExpression':
    case 'LogicalExpression':
      return isNeutral(node.left, scope, depth + 1) && isNeutral(node.right, scope, depth + 1);
    default:
      return false;
  }
}

const neutralNames: ReadonlySet<string> = new Set(['self', 'top', 'undefined', 'window']);

/** What is asked of any tab or frame before something is done with it. */
const presence: ReadonlySet<string> = new Set(
  'active frameId id lastError length parentFrameId self status tabId top'.split(' '),
);
