import { keyName, memberName } from '../nodes.ts';
import type { Binding, CallSite } from '../scopes.ts';
import { Hands } from '../walked.ts';
import type { Called } from '../walked.ts';
import { isAnswerOption } from './library-calls.ts';
import { push } from './lists-by-key.ts';
import { ListsByName } from './lists-by-name.ts';

/** A call with the position of one of its arguments. */
export interface Passed {
  readonly call: CallSite;
  readonly index: number;
}

export interface Handed {
  readonly names: ReadonlyMap<Binding, readonly Passed[]>;
  readonly members: ListsByName<never, Passed, Passed>;
}

/** Calls by the members and bound variables among their arguments. */
export function readHanded(calls: readonly Called[]): Handed {
  const names = new Map<Binding, Passed[]>();
  const members: Handed['members'] = new ListsByName(
    [],
    () => undefined,
    (place) => place,
  );
  for (const call of calls) {
    if ((call.hands & (Hands.call | Hands.member)) === 0) continue;
    const { scope, arguments: given } = call;
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

/** Calls with an option that is called with their answer, by the variable that holds it: `ajax({ success: name })`. */
export function readOptions(calls: readonly CallSite[]): ReadonlyMap<Binding, readonly CallSite[]> {
  const found = new Map<Binding, CallSite[]>();
  for (const call of calls) {
    for (const given of call.arguments) {
      if (given.type !== 'ObjectExpression') continue;
      for (const entry of given.properties) {
        if (entry.type !== 'Property' || entry.value.type !== 'Identifier') continue;
        if (!isAnswerOption(keyName(entry.key) ?? '')) continue;
        const binding = call.scope.lookup(entry.value.name);
        if (binding !== undefined) push(found, binding, call);
      }
    }
  }
  return found;
}
