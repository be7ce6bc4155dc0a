import type { Node } from 'oxc-parser';
import type { Collector } from '../collect/collector.ts';
import type { Navigation } from '../facts/facts.ts';
import { Conditions } from '../syntax/conditions.ts';
import { functionsOf, waysTo } from './reached-from.ts';
import type { WayPoint } from './reached-from.ts';
import type { Scope } from '../syntax/scopes.ts';
import type { Assignment, Call, ScriptReader } from '../values/script-reader.ts';
import { keyName, propertyNode } from '../syntax/nodes.ts';

/** Addresses of one script that are looked into: whoever sends tabs away needs few. */
const navigationsMax = 50;

/** Finds where a script sends tabs or its page to, and whether anything is asked before. */
export class NavigationReader {
  private readonly script: ScriptReader;
  private readonly facts: Collector;
  private readonly conditions = new Conditions();
  private left = navigationsMax;

  constructor(script: ScriptReader, facts: Collector) {
    this.script = script;
    this.facts = facts;
  }

  readCall(call: Call): void {
    const { path, arguments: given, scope } = call;
    if (path === 'chrome.tabs.update') {
      // The tab's id may be left out.
      const options = given.slice(0, 2).map((node) => this.script.origin(node, scope));
      const made = options.find(({ node }) => node.type === 'ObjectExpression');
      if (made !== undefined) this.add('tab', propertyNode(made.node, 'url'), made.scope, call);
    } else if (path === 'location.assign' || path === 'location.replace') {
      this.add('page', given[0], scope, call);
    }
  }

  readAssignment(write: Assignment): void {
    if (write.path === 'location' || write.path === 'location.href')
      this.add('page', write.value, write.scope, write);
  }

  private add(
    via: Navigation['via'],
    address: Node | undefined,
    scope: Scope,
    at: Call | Assignment,
  ): void {
    const { script, facts } = this;
    const url = script.fold(address, scope);
    if (url.kind !== 'string' || !/^https?:\/\/[^/]/i.test(url.text) || this.left === 0) return;
    this.left -= 1;
    const points = waysTo(at);
    facts.add(facts.navigations, {
      ...script.place(at),
      via,
      url,
      reachedFrom: functionsOf(points),
      isAtStart: points.some((point) => point.function === undefined),
      isConditional: points.some((point) => this.isConditional(point)),
    });
  }

  /** Whether anything is asked there but whether the tab, the frame or the answer is there and has loaded. */
  private isConditional(point: WayPoint): boolean {
    const { start } = point.node;
    if (isOfList(point)) return true;
    const atTop = this.conditions.atTop(this.script.walked.body, start);
    const tests = [...this.conditions.around(point.function, start), ...atTop];
    return tests.some(
      ({ node, cases }) => cases !== undefined || !isAboutPresence(node, point.scope, known, 0),
    );
  }
}

/** `hits.forEach(…)`: which entries there are may be the question. Not so a list that a callback is given. */
function isOfList({ node, scope }: WayPoint): boolean {
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return false;
  const { object, property } = node.callee;
  if (!listMethods.has(keyName(property) ?? '')) return false;
  const binding = object.type === 'Identifier' ? scope.lookup(object.name) : undefined;
  return binding?.parameter === undefined;
}

const listMethods: ReadonlySet<string> = new Set(['every', 'filter', 'forEach', 'map', 'some']);

const depthMax = 8;

function isAboutPresence(
  node: Node,
  scope: Scope,
  names: ReadonlySet<string>,
  depth: number,
): boolean {
  if (depth > depthMax) return false;
  const isSo = (part: Node, asked = names): boolean =>
    isAboutPresence(part, scope, asked, depth + 1);
  switch (node.type) {
    case 'Literal':
      return true;
    case 'Identifier':
      return neutralNames.has(node.name) || scope.lookup(node.name)?.parameter?.keys.length === 0;
    case 'MemberExpression':
      return names.has(keyName(node.property) ?? '');
    case 'ChainExpression':
      return isSo(node.expression);
    case 'UnaryExpression':
      return isSo(node.argument);
    case 'LogicalExpression':
      return isSo(node.left) && isSo(node.right);
    case 'BinaryExpression':
      return isSo(node.left, compared) && isSo(node.right, compared);
    default:
      return false;
  }
}

const neutralNames: ReadonlySet<string> = new Set(['self', 'top', 'undefined', 'window']);

/** What any tab or frame is compared by before something is done with it. */
const compared: ReadonlySet<string> = new Set(
  'active frameId id lastError length parentFrameId self status tabId top'.split(' '),
);

/** An address that is only asked for says that the page is there. */
const known: ReadonlySet<string> = new Set([...compared, 'pendingUrl', 'title', 'url']);
