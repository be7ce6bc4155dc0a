import type { Node } from 'oxc-parser';
import { Hands } from '../walked.ts';
import { keyName, memberName } from '../nodes.ts';
import type { Called } from '../walked.ts';
import type { Binding, CallSite, Scope } from '../scopes.ts';
import type { ScriptReader } from '../script-reader.ts';
import { asyncBody } from './async-forms.ts';
import { ListsByKey } from './lists-by-key.ts';
import type { Key } from './origin.ts';

/** A call with its callee; `list` where its arguments stand in a list: `f.apply(x, list)`. */
export interface IndexedCall extends CallSite {
  readonly callee: Node;
  readonly list?: Node;
}

/** A call with the position of one of its arguments. */
export interface Passed {
  readonly call: CallSite;
  readonly index: number;
}

/** Methods of the language, which functions of scripts are hardly ever called as. */
const ofLanguage: ReadonlySet<string> = new Set(
  (
    'charAt charCodeAt concat exec filter forEach hasOwnProperty includes indexOf join map pop push replace shift slice splice split ' +
    'substr substring test then toLowerCase toString trim unshift'
  ).split(' '),
);
const emptyList: readonly never[] = [];

/** The calls of one script: by the method they call, by what they construct, and by what they are handed. */
export class CallIndex {
  private readonly script: ScriptReader;
  private readonly callsOfMethod = new ListsByKey<string, IndexedCall>();
  private readonly allOfMethod = new Map<string, readonly IndexedCall[]>();
  private readonly passedOn = new Map<string, IndexedCall[]>();
  private readonly constructionsOf = new Map<string, IndexedCall[]>();
  private readonly callsThroughName = new Map<Binding, IndexedCall[]>();
  /** Names of the language's methods that the script gives functions of its own. */
  private readonly ownNames = new Set<string>();
  private handed: Handed | undefined;
  private optionsWith: ReadonlyMap<Binding, readonly CallSite[]> | undefined;
  private ofMade: ListsByKey<Node, IndexedCall> | undefined;

  constructor(script: ScriptReader) {
    this.script = script;
    for (const { owner } of script.walked.functions)
      if (owner?.key !== undefined && ofLanguage.has(owner.key)) this.ownNames.add(owner.key);
    for (const call of script.walked.calls) this.add(call);
  }

  /** `x.method(…)`, `x.method.call(y, …)` */
  named(method: string): readonly IndexedCall[] {
    const made = this.callsOfMethod.get(method);
    const passedOn = this.passedOn.get(method);
    if (passedOn === undefined) return made;
    let all = this.allOfMethod.get(method);
    if (all === undefined) this.allOfMethod.set(method, (all = [...made, ...passedOn]));
    return all;
  }

  /** `new name(…)`, `new x.name(…)`, `super(…)` under `super`. */
  constructions(name: string): readonly IndexedCall[] {
    return this.constructionsOf.get(name) ?? emptyList;
  }

  /** `name.call(x, …)`, `name.apply(x, list)` */
  through(binding: Binding): readonly IndexedCall[] {
    return this.callsThroughName.get(binding) ?? emptyList;
  }

  /** Calls of what a call gives back, in place or held in a variable, or of the async function that `made` became. */
  callsOfMade(made: Node): readonly IndexedCall[] {
    return (this.ofMade ??= this.readCallsOfMade()).get(made);
  }

  /** Calls with `{ success: name }` or the like. */
  withOption(binding: Binding): readonly CallSite[] {
    return (this.optionsWith ??= readOptions(this.script)).get(binding) ?? emptyList;
  }

  /** Calls that a variable is an argument of after `.bind(…)`. */
  passedBound(binding: Binding): readonly Passed[] {
    return (this.handed ??= readHanded(this.script)).names.get(binding) ?? emptyList;
  }

  /** Calls that `x.key` is an argument of, itself or bound. */
  passedMember(key: string): readonly Passed[] {
    return (this.handed ??= readHanded(this.script)).members.get(key);
  }

  private add(call: Called): void {
    const { callee, form } = call;
    if (call.node.type === 'NewExpression') {
      const name = form === 'name' ? call.name : methodOf(call, this.script);
      if (name !== undefined) push(this.constructionsOf, name, call);
      return;
    }
    if (form === 'name') return;
    const method = methodOf(call, this.script);
    if (method === undefined) {
      if (callee.type === 'Super') push(this.constructionsOf, 'super', call);
    } else if (callee.type === 'MemberExpression' && (method === 'call' || method === 'apply'))
      this.addPassedOn(call, callee.object, method);
    else if (!ofLanguage.has(method) || this.ownNames.has(method))
      this.callsOfMethod.add(method, call);
  }

  private readCallsOfMade(): ListsByKey<Node, IndexedCall> {
    const found = new ListsByKey<Node, IndexedCall>();
    const add = ({ writes }: Binding, call: IndexedCall): void => {
      for (let index = 0; index < writes.length && index < 3; index += 1) {
        const { node } = writes[index]!;
        if (node.type === 'CallExpression') found.add(asyncBody(node) ?? node, call);
      }
    };
    for (const [binding, calls] of this.callsThroughName)
      for (const call of calls) add(binding, call);
    for (const call of this.script.walked.calls) {
      const { node, callee, form, binding } = call;
      if (form === 'name') {
        if (binding !== undefined && isGivenCalls(binding) && node.type === 'CallExpression')
          add(binding, call);
      } else if (form === 'other' && callee.type === 'CallExpression') {
        // `send(address)(data)`
        if (node.type === 'CallExpression') found.add(callee, call);
      }
    }
    return found;
  }

  private addPassedOn(call: IndexedCall, target: Node, how: 'apply' | 'call'): void {
    const [, second] = call.arguments;
    const items =
      how === 'call'
        ? call.arguments.slice(1)
        : second?.type === 'ArrayExpression'
          ? second.elements.filter((element) => element !== null)
          : [];
    const list = how === 'apply' && items.length === 0 ? second : undefined;
    const made = { ...call, arguments: items, callee: target, ...(list ? { list } : {}) };
    if (target.type === 'Identifier') {
      const binding = call.scope.lookup(target.name);
      if (binding !== undefined) push(this.callsThroughName, binding, made);
    } else if (target.type === 'MemberExpression') {
      const key = keyOf(target, call.scope, this.script);
      if (key !== undefined) push(this.passedOn, key, made);
    }
  }
}

/** Whether a variable may hold what a call gives back. */
function isGivenCalls({ writes }: Binding): boolean {
  for (const { node } of writes) if (node.type === 'CallExpression') return true;
  return false;
}

const answerOptions: ReadonlySet<string> = new Set('complete done load onload success'.split(' '));

function readOptions({ walked }: ScriptReader): ReadonlyMap<Binding, readonly CallSite[]> {
  const found = new Map<Binding, CallSite[]>();
  for (const call of walked.calls) {
    for (const given of (call.hands & Hands.object) === 0 ? emptyList : call.arguments) {
      if (given.type !== 'ObjectExpression') continue;
      for (const entry of given.properties) {
        if (entry.type !== 'Property' || entry.value.type !== 'Identifier') continue;
        if (!answerOptions.has(keyName(entry.key) ?? '')) continue;
        const binding = call.scope.lookup(entry.value.name);
        if (binding !== undefined) push(found, binding, call);
      }
    }
  }
  return found;
}

interface Handed {
  readonly names: ReadonlyMap<Binding, readonly Passed[]>;
  readonly members: ListsByKey<string, Passed>;
}

function readHanded({ walked }: ScriptReader): Handed {
  const names = new Map<Binding, Passed[]>();
  const members = new ListsByKey<string, Passed>();
  for (const call of walked.calls) {
    const { scope, arguments: given } = call;
    if ((call.hands & (Hands.call | Hands.member)) === 0) continue;
    for (let index = 0; index < given.length; index += 1) {
      let node = given[index]!;
      if (node.type === 'CallExpression') {
        const { callee } = node;
        if (callee.type !== 'MemberExpression' || keyName(callee.property) !== 'bind') continue;
        node = callee.object;
        const bound = node.type === 'Identifier' ? scope.lookup(node.name) : undefined;
        if (bound !== undefined) push(names, bound, { call, index });
      }
      if (node.type !== 'MemberExpression' || node.computed) continue;
      const key = memberName(node.property);
      if (key !== undefined) members.add(key, { call, index });
    }
  }
  return { names, members };
}

/** The name of the method that is called, folded where it is computed; undefined where none is. */
export function methodOf({ callee, form, method, scope }: Called, { resolver }: ScriptReader): Key {
  if (method !== undefined || form === 'name' || callee.type !== 'MemberExpression') return method;
  return resolver.keyOf(callee, scope);
}

/** The name of a member, folded where it is computed. */
export function keyOf(
  node: Node & { type: 'MemberExpression' },
  scope: Scope,
  { resolver }: ScriptReader,
): Key {
  if (!node.computed) return memberName(node.property);
  return node.property.type === 'Literal' ? keyName(node.property) : resolver.keyOf(node, scope);
}

export function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  // As in `appended`: most lists stay short.
  else if (list.length === 1) map.set(key, [list[0]!, value]);
  else list.push(value);
}
