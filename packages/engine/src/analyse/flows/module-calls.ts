import type { Binding, CallSite, FunctionInfo, Located } from '../scopes.ts';
import type { ScriptReader } from '../script-reader.ts';
import { bare, keyName } from '../nodes.ts';
import type { Called } from '../walked.ts';
import { push } from './lists-by-key.ts';
import type { ValueFinder } from './value-finder.ts';

const calledMax = 4;

/** Calls of modules of a bundle that are functions as a whole: `require('./a')(x)`, `const a = require('./a'); a(x)`, `o()(x)`. */
export class ModuleCalls {
  private readonly script: ScriptReader;
  private readonly values: ValueFinder;
  private ofFunction: ReadonlyMap<FunctionInfo, readonly CallSite[]> | undefined;

  constructor(script: ScriptReader, values: ValueFinder) {
    this.script = script;
    this.values = values;
  }

  of(info: FunctionInfo): readonly CallSite[] {
    if (!this.values.modules.hasAny) return [];
    return (this.ofFunction ??= this.read()).get(info) ?? [];
  }

  private read(): ReadonlyMap<FunctionInfo, readonly CallSite[]> {
    const found = new Map<FunctionInfo, CallSite[]>();
    for (const call of this.script.unnamedCalls) {
      const made = calledResult(call);
      if (made === undefined || !this.isModule(made)) continue;
      for (const info of this.values.functions(call.callee, call.scope).slice(0, calledMax))
        push(found, info, call);
    }
    return found;
  }

  /** `require('./bridge')`, and `n.n(require('./bridge'))` with its `()` and `.a` */
  private isModule({ node, scope }: Located, hops = 0): boolean {
    if (node.type !== 'CallExpression' || hops > 2) return false;
    if (this.values.modules.required(node, scope) !== undefined) return true;
    const [first, other] = node.arguments;
    if (other !== undefined) return false;
    const callee = bare(node.callee);
    const isGetter = callee.type === 'MemberExpression' && keyName(callee.property) === 'n';
    const at = isGetter ? first : first === undefined ? callee : undefined;
    const binding = at?.type === 'Identifier' ? scope.lookup(at.name) : undefined;
    const made = binding && onlyResult(binding);
    return made !== undefined && this.isModule(made, hops + 1);
  }
}

/** The call that made what is called: the callee itself, or the only one that its variable was given. */
function calledResult({ callee, method, binding, scope }: Called): Located | undefined {
  let at = callee;
  if (callee.type === 'MemberExpression') {
    // Of members, only what a module is as a whole.
    if (method !== 'a' && method !== 'default') return undefined;
    at = callee.object;
  }
  if (at.type === 'CallExpression') return { node: at, scope };
  return at.type === 'Identifier' && binding !== undefined ? onlyResult(binding) : undefined;
}

/** The call whose result is all that a variable holds. */
function onlyResult({ writes, parameter }: Binding): Located | undefined {
  const [write, other] = writes;
  if (write?.kind !== 'value' || write.node.type !== 'CallExpression') return undefined;
  const isOnly = parameter === undefined && other === undefined;
  return isOnly && write.keys.length === 0 ? write : undefined;
}
