import type { Node } from 'oxc-parser';
import { addPropertyWrite, appended, noneYet } from './scopes.ts';
import type { CallSite, FunctionInfo } from './scopes.ts';
import type { ScriptReader } from './script-reader.ts';
import { linkInjectedCall } from './injected-calls.ts';
import { isTakenFromTable, linkTableCall, linkTableEntry } from './table-calls.ts';
import { isFunction, keyName } from './walk.ts';
import type { Called } from './walk.ts';

/** Ties calls to the local functions they call or hand on, and assigned members to their objects. */
export function linkSites(script: ScriptReader): void {
  const {
    walked: { calls, memberWrites },
    resolver,
  } = script;
  for (const { node, scope, left } of memberWrites) {
    if (left.object.type !== 'Identifier') continue;
    const binding = scope.lookup(left.object.name);
    if (binding === undefined) continue;
    const key = left.computed
      ? keyName(left.property.type === 'Literal' ? left.property : left)
      : keyName(left.property);
    addPropertyWrite(
      binding,
      key,
      { node: node.operator === '=' ? node.right : node, scope },
      left.computed ? left.property : undefined,
    );
  }
  const tableCalls: Called[] = [];
  for (const call of calls) {
    const { callee: written } = call.node;
    // `(0, f)(x)`
    const callee = written.type === 'SequenceExpression' ? written.expressions.at(-1)! : written;
    linkCall(call, callee, resolver);
    linkTableEntry(call, callee);
    linkInjectedCall(call, callee, script);
    if (isTakenFromTable(call)) tableCalls.push(call);
  }
  // Once all entries of the tables are known.
  for (const call of tableCalls) linkTableCall(call, script);
}

/** Methods that put their arguments into what they are called on. */
const fillingMethods: ReadonlySet<string> = new Set('add append push set unshift'.split(' '));
/** Options of request libraries that are called with the answer. */
const answerOptions: ReadonlySet<string> = new Set('complete done load onload success'.split(' '));

function linkCall(call: CallSite, callee: Node, resolver: ScriptReader['resolver']): void {
  const { scope } = call;
  if (!isFunction(callee)) {
    const named = resolver.functionNamed(callee, scope);
    if (named !== undefined) named.calls = appended(named.calls, call);
    else if (callee.type === 'Identifier') {
      const binding = scope.lookup(callee.name);
      if (binding?.parameter !== undefined || binding?.writes[0]?.keys[0] === '1')
        binding.calls = appended(binding.calls ?? noneYet, call);
    } else if (callee.type === 'MemberExpression' && callee.object.type === 'Identifier') {
      const binding = fillingMethods.has(keyName(callee.property) ?? '')
        ? scope.lookup(callee.object.name)
        : undefined;
      for (const argument of binding === undefined ? [] : call.arguments.slice(-2)) {
        if (!isFunction(argument)) addPropertyWrite(binding!, undefined, { node: argument, scope });
      }
    }
  }
  for (let index = 0; index < call.arguments.length; index += 1) {
    const argument = call.arguments[index]!;
    if (argument.type === 'Identifier') linkName(argument.name, call, index, resolver);
    else if (argument.type === 'ObjectExpression') {
      for (const entry of argument.properties) {
        if (entry.type !== 'Property' || !isFunction(entry.value)) continue;
        if (answerOptions.has(keyName(entry.key) ?? ''))
          addPlace(resolver.functionNamed(entry.value, scope), call, 0);
      }
    }
  }
}

/** A name that is an argument: of a local function, or of a parameter that holds one. */
function linkName(
  name: string,
  call: CallSite,
  index: number,
  resolver: ScriptReader['resolver'],
): void {
  const binding = call.scope.lookup(name);
  if (binding === undefined) return;
  if (binding.parameter !== undefined)
    binding.passedTo = appended(binding.passedTo ?? noneYet, { call, index });
  const argument = call.arguments[index];
  if (argument !== undefined) addPlace(resolver.functionNamed(argument, call.scope), call, index);
}

function addPlace(info: FunctionInfo | undefined, call: CallSite, index: number): void {
  if (info !== undefined) info.passedTo = appended(info.passedTo, { call, index });
}
