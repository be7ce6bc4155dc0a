import type { Node } from 'oxc-parser';
import type { Collector } from '../collect/collector.ts';
import { exactText } from '../constants/fold-calls.ts';
import { hostOfText } from '../constants/url-host.ts';
import type { ListedLoad } from '../facts/facts.ts';
import { functionsOf, waysTo } from './reached-from.ts';
import { bare, keyName, memberName, propertyNode } from '../syntax/nodes.ts';
import type { Located, Scope, Write } from '../syntax/scopes.ts';
import type { Assignment, Call, ScriptReader } from '../values/script-reader.ts';

/** Loads of one script that are looked into. */
const loadsMax = 60;
const hopsMax = 8;
const callsMax = 8;
/** Nodes of one table that are looked at. */
const nodesMax = 400;
const addressesMax = 40;

const addressLengthMax = 300;

/** Methods of lists and maps that give back what they hold, or a part of it. */
const taking: ReadonlySet<string> = new Set(
  'at concat filter find get pop reverse shift slice values'.split(' '),
);

/** Finds what a script loads or opens of which the address is one of a table in its code. */
export class ListedLoadReader {
  private readonly script: ScriptReader;
  private readonly facts: Collector;
  private left = loadsMax;

  constructor(script: ScriptReader, facts: Collector) {
    this.script = script;
    this.facts = facts;
  }

  readCall(call: Call): void {
    const { path, method, object, arguments: given, scope } = call;
    const [first, second] = given;
    if (path === 'chrome.tabs.create' || path === 'chrome.windows.create') {
      const made = first && this.script.origin(first, scope);
      const [url, active] = ['url', 'active'].map((key) => propertyNode(made?.node, key));
      const isBehind = active?.type === 'Literal' && active.value === false;
      this.add('tab', isBehind, url, made?.scope ?? scope, call);
    } else if (method === 'setAttribute' && object !== undefined && second !== undefined) {
      if (exactText(this.script.fold(first, scope)) === 'src')
        this.readElement(object, second, call);
    }
  }

  readAssignment(write: Assignment): void {
    if (write.property === 'src' && write.object !== undefined)
      this.readElement(write.object, write.value, write);
  }

  private readElement(element: Node, value: Node, at: Call | Assignment): void {
    const tag = this.script.createdElement(element, at.scope);
    if (tag === 'iframe' || tag === 'embed') {
      const isHidden = this.script.made.hiding(element, at.scope) !== undefined;
      this.add('frame', isHidden, value, at.scope, at);
    } else if (tag === 'img') this.add('image', true, value, at.scope, at);
  }

  private add(
    via: ListedLoad['via'],
    isUnseen: boolean,
    url: Node | undefined,
    scope: Scope,
    at: Call | Assignment,
  ): void {
    if (url === undefined || this.left === 0) return;
    const { script, facts } = this;
    const known = script.fold(url, scope);
    if (known.kind === 'string' ? known.text !== '' : known.kind !== 'unknown') return;
    this.left -= 1;
    const urls = new Addresses(script).of(url, scope);
    if (urls.length === 0) return;
    const points = waysTo(at, script);
    facts.add(facts.listedLoads, {
      ...script.place(at),
      via,
      urls,
      isUnseen,
      reachedFrom: functionsOf(points),
      isAtStart: points.some((point) => point.function === undefined),
    });
  }
}

/** Addresses of web servers that an expression may be, as far as it takes them out of tables that are written out. */
class Addresses {
  private readonly script: ScriptReader;
  private readonly found = new Set<string>();
  private nodesLeft = nodesMax;

  constructor(script: ScriptReader) {
    this.script = script;
  }

  of(node: Node, scope: Scope): readonly string[] {
    this.visit(node, scope, 0);
    return [...this.found];
  }

  private visit(node: Node, scope: Scope, hops: number): void {
    if (hops > hopsMax) return;
    const on = (next: Node, from = scope): void => this.visit(next, from, hops + 1);
    const asked = bare(node);
    switch (asked.type) {
      case 'Identifier': {
        const binding = this.script.bindingOf(asked, scope);
        for (const write of binding?.writes.slice(0, callsMax) ?? [])
          if (isPart(write)) this.readTable(write.node, write.scope, hops + 1);
          else on(write.node, write.scope);
        const parameter = binding?.parameter;
        for (const call of parameter?.of.calls.slice(0, callsMax) ?? []) {
          const argument = call.arguments[parameter!.index];
          if (argument === undefined) continue;
          if (parameter!.keys.length > 0) this.readTable(argument, call.scope, hops + 1);
          else on(argument, call.scope);
        }
        return;
      }
      case 'AssignmentExpression':
        return on(asked.right);
      case 'LogicalExpression':
        on(asked.left);
        return on(asked.right);
      case 'ConditionalExpression':
        on(asked.consequent);
        return on(asked.alternate);
      case 'MemberExpression': {
        const key = asked.object.type === 'ThisExpression' ? memberName(asked.property) : undefined;
        const given = asked.computed || key === undefined ? undefined : this.membersOf(key);
        for (const each of given ?? []) on(each.node, each.scope);
        return given === undefined ? this.readTable(asked, scope, hops) : undefined;
      }
      case 'CallExpression':
        return this.readTable(asked, scope, hops);
      default:
        return undefined;
    }
  }

  private membersOf(key: string): readonly Located[] {
    return this.script.walked.thisMembers.get(key)?.slice(0, callsMax) ?? [];
  }

  /** Takes all addresses of the table that a chain of reads starts with: `shops.find(…).link`, `this.links.get(host)`. */
  private readTable(node: Node, scope: Scope, hops: number): void {
    if (hops > hopsMax) return;
    const made = this.script.origin(bare(node), scope);
    const { node: table, scope: from } = { node: bare(made.node), scope: made.scope };
    const on = (next: Node): void => this.readTable(next, from, hops + 1);
    switch (table.type) {
      case 'ArrayExpression':
      case 'ObjectExpression':
        return this.gather(table, from);
      case 'NewExpression':
        if (keyName(table.callee) === 'Map' && table.arguments[0] !== undefined)
          on(table.arguments[0]);
        return undefined;
      case 'MemberExpression':
        return on(table.object);
      case 'CallExpression': {
        const { callee, arguments: given } = table;
        if (callee.type !== 'MemberExpression') return undefined;
        const name = keyName(callee.property) ?? '';
        // `Object.entries(table)`, `Object.fromEntries(list)`
        const isOfObject = /^(?:entries|freeze|fromEntries|values)$/u.test(name);
        if (isOfObject && given[0] !== undefined) return on(given[0]);
        return taking.has(name) ? on(callee.object) : undefined;
      }
      case 'Identifier': {
        const binding = this.script.bindingOf(table, from);
        const parameter = binding?.parameter;
        for (const write of binding?.writes.slice(0, callsMax) ?? [])
          if (isPart(write)) this.readTable(write.node, write.scope, hops + 1);
        for (const { call } of parameter?.of.passedTo.slice(0, callsMax) ?? [])
          if (call.node.type === 'CallExpression' && call.node.callee.type === 'MemberExpression')
            this.readTable(call.node.callee.object, call.scope, hops + 1);
        return undefined;
      }
      default:
        return undefined;
    }
  }

  private gather(node: Node, scope: Scope): void {
    this.nodesLeft -= 1;
    if (this.nodesLeft < 0 || this.found.size >= addressesMax) return;
    switch (node.type) {
      case 'ArrayExpression':
        for (const each of node.elements) if (each !== null) this.gather(each, scope);
        return;
      case 'ObjectExpression':
        for (const each of node.properties)
          if (each.type === 'Property') this.gather(each.value, scope);
        return;
      default: {
        const value = this.script.fold(node, scope);
        if (value.kind === 'string' && hostOfText(value.text, value.exact) !== undefined)
          this.found.add(value.text.slice(0, addressLengthMax));
      }
    }
  }
}

/** Whether what is written is an element of the list or a member of the object that stands there. */
function isPart({ kind, keys }: Write): boolean {
  return kind === 'element' || keys.length > 0;
}
