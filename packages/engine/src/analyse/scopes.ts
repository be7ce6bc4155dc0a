import type { ArrowFunctionExpression, Function as FunctionNode, Node } from 'oxc-parser';

export type FunctionLike = FunctionNode | ArrowFunctionExpression;

/** An expression with the scope that its names are looked up in. */
export interface Located {
  readonly node: Node;
  readonly scope: Scope;
}

/** A value that reaches a binding. `keys` is the way through destructuring, `undefined` in it for what is computed. */
export interface Write extends Located {
  readonly kind: 'value' | 'element' | 'unknown';
  readonly keys: readonly (string | undefined)[];
}

/** `binding.key = node`; `key` is undefined when it is computed. */
interface PropertyWrite extends Located {
  readonly key: string | undefined;
}

export interface Binding {
  readonly name: string;
  readonly scope: Scope;
  readonly writes: Write[];
  propertyWrites: PropertyWrite[] | undefined;
  /** Set when the binding is a parameter: whose, and at which position. */
  parameter:
    | {
        readonly of: FunctionInfo;
        readonly index: number;
        readonly keys: readonly (string | undefined)[];
      }
    | undefined;
  /** Calls of a parameter: `callback(value)`. */
  calls: CallSite[] | undefined;
  /** The global path it stands for: `undefined` not asked yet, `null` none. */
  path: string | null | undefined;
}

/** A call or construction with the scope that it stands in. */
export interface CallSite extends Located {
  readonly arguments: readonly Node[];
}

export interface FunctionInfo {
  readonly id: number;
  readonly node: FunctionLike;
  readonly parent: FunctionInfo | undefined;
  readonly scope: Scope;
  readonly returns: Located[];
  /** Calls of this function by name or in place. */
  readonly calls: CallSite[];
  /** Calls that this function is handed to, with its position among the arguments. */
  readonly passedTo: { readonly call: CallSite; readonly index: number }[];
  /** Assignments `x.onload = function …`, and object properties `{ success: function … }`, that it is the value of. */
  readonly assignedTo: Located[];
}

export class Scope {
  readonly parent: Scope | undefined;
  readonly function: FunctionInfo | undefined;
  /** The scope that `var` declares in. */
  readonly variables: Scope;
  names: Map<string, Binding> | undefined;

  constructor(parent: Scope | undefined, owner: FunctionInfo | undefined, isBlock: boolean) {
    this.parent = parent;
    this.function = owner;
    this.names = undefined;
    this.variables = isBlock && parent !== undefined ? parent.variables : this;
  }

  declare(name: string): Binding {
    this.names ??= new Map();
    let binding = this.names.get(name);
    if (binding === undefined) {
      binding = {
        name,
        scope: this,
        writes: [],
        propertyWrites: undefined,
        parameter: undefined,
        calls: undefined,
        path: undefined,
      };
      this.names.set(name, binding);
    }
    return binding;
  }

  /** The binding that the name means here; undefined for a global. */
  lookup(name: string): Binding | undefined {
    let found = this.names?.get(name);
    for (
      let scope = this.parent;
      found === undefined && scope !== undefined;
      scope = scope.parent
    ) {
      found = scope.names?.get(name);
    }
    return found;
  }

  /** Ids of the functions around, outermost first. */
  within(): readonly number[] {
    const ids: number[] = [];
    for (let owner = this.function; owner !== undefined; owner = owner.parent) ids.push(owner.id);
    return ids.reverse();
  }
}
