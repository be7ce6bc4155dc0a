import type { Node, Program } from 'oxc-parser';
import type { Binding, FunctionInfo, Scope, Write } from '../scopes.ts';
import { Branches } from './branches.ts';
import { byTime, eventOf, overwritingStores, storeEvents } from './events.ts';
import type { Event, Store, WriteEvent } from './events.ts';
import { Version } from './version.ts';

/** Writes of one name that are told apart. */
const writesMax = 1_000;

interface History {
  readonly branches: Branches;
  readonly writes: readonly WriteEvent[];
  readonly hasArgument: boolean;
  readonly stores: readonly Store[];
  readonly versions: Map<string, Version>;
  /** Writes and stores when it was worked out: code in a text adds some. */
  readonly count: number;
}

/**
 * Which writes of a variable a read of it may see, in one script: the last one that runs for sure before the read hides
 * those before it. Of variables that are written in one function only, read in it.
 */
export class Reaching {
  private readonly body: Program['body'];
  private readonly scope: Scope;
  private readonly functionOf: ReadonlyMap<Node, FunctionInfo>;
  private readonly branches = new Map<Scope, Branches | null>();
  private readonly histories = new Map<Binding, History | number>();

  constructor(body: Program['body'], scope: Scope, functionOf: ReadonlyMap<Node, FunctionInfo>) {
    this.body = body;
    this.scope = scope;
    this.functionOf = functionOf;
  }

  /** What the variable may hold at a read of it in the scope; undefined where that is all it is ever given. */
  versionAt(read: Node, scope: Scope, binding: Binding): Version | undefined {
    if (!mayVary(binding) || scope.variables !== binding.scope.variables) return undefined;
    const history = this.historyOf(binding);
    return history && versionOf(binding, history, read);
  }

  private historyOf(binding: Binding): History | undefined {
    const count = countOf(binding);
    const known = this.histories.get(binding);
    if (known === count) return undefined;
    if (typeof known === 'object' && known.count === count) return known;
    const history = this.findHistory(binding, count);
    this.histories.set(binding, history ?? count);
    return history;
  }

  private findHistory(binding: Binding, count: number): History | undefined {
    const { variables } = binding.scope;
    if (binding.writes.length > writesMax) return undefined;
    const overwriting = overwritingStores(binding);
    if (overwriting.length === 0 && !isWrittenAgain(binding)) return undefined;
    const isOwn = ({ scope }: Write): boolean =>
      scope.variables === variables || scope === variables.parent;
    if (!binding.writes.every(isOwn)) return undefined;
    const branches = this.branchesOf(variables);
    if (branches === null) return undefined;
    const writes: WriteEvent[] = [];
    for (const write of binding.writes) {
      const event = eventOf(write, binding, branches);
      if (event === undefined) return undefined;
      writes.push(event);
    }
    writes.sort(byTime);
    const stores =
      overwriting.length === 0 ? [] : storeEvents(overwriting, binding.name, writes[0]!, branches);
    const hasArgument = binding.position !== undefined;
    return { branches, writes, hasArgument, stores, versions: new Map(), count };
  }

  /** Those of a function, or of the script outside functions; null where these are of another script. */
  private branchesOf(variables: Scope): Branches | null {
    let branches = this.branches.get(variables);
    if (branches === undefined) {
      branches = this.findBranches(variables);
      this.branches.set(variables, branches);
    }
    return branches;
  }

  private findBranches(variables: Scope): Branches | null {
    const { function: owner } = variables;
    let branches: Branches | undefined;
    if (variables === this.scope) branches = new Branches(this.body, []);
    else if (owner?.scope === variables && this.functionOf.get(owner.node) === owner)
      branches = new Branches([owner.node.body], owner.node.params);
    return branches === undefined || branches.isTooDeep ? null : branches;
  }
}

/** Whether reads of the variable may see different values: most are given one. */
function mayVary(binding: Binding): boolean {
  return (
    isWrittenAgain(binding) ||
    (binding.propertyWrites !== undefined && binding.onlyWrite?.node.type === 'ObjectExpression')
  );
}

function isWrittenAgain({ onlyWrite, writes, position, scope }: Binding): boolean {
  if (onlyWrite === undefined) return writes.length > 0;
  const body = position && scope.function?.node.body;
  // Defaults and arguments of a call in place stand before the body.
  return body !== undefined && body !== null && isInside(onlyWrite.node, body);
}

function isInside({ start, end }: Node, outer: Node): boolean {
  return start >= outer.start && end <= outer.end;
}

function countOf({ writes, propertyWrites }: Binding): number {
  return writes.length + (propertyWrites?.length ?? 0);
}

function versionOf(binding: Binding, history: History, read: Node): Version | undefined {
  const { branches, writes, stores } = history;
  const part = branches.around(read);
  if (branches.isOutOfOrder(part)) return undefined;
  const last = writes.findLast((event) => isSure(event, read, part, branches));
  const seen = writes.filter((event) => isSeen(event, last, read, part, branches));
  const hasArgument = history.hasArgument && last === undefined;
  const hiding = stores.length === 0 ? stores : lastStores(stores, read, part, branches);
  const isAll = seen.length === writes.length && hasArgument === history.hasArgument;
  if (isAll && hiding.length === 0) return undefined;
  const numbers = [
    ...seen.map(({ write }) => write.node.start),
    ...hiding.map(({ time }) => -time),
  ];
  const key = `${hasArgument} ${numbers.join()}`;
  let version = history.versions.get(key);
  if (version === undefined) {
    // In the order in which they stand among all.
    const kept = new Set(seen.map(({ write }) => write));
    const ordered = binding.writes.filter((write) => kept.has(write));
    const hidden = stores.filter(({ key: of, time }) =>
      hiding.some((store) => store.key === of && time < store.time),
    );
    version = new Version(binding, ordered, hasArgument, hiding, hidden);
    history.versions.set(key, version);
  }
  return version;
}

/** The last stores that run for sure before the read, one for each key. */
function lastStores(
  stores: readonly Store[],
  read: Node,
  part: number,
  branches: Branches,
): readonly Store[] {
  const byKey = new Map<string, Store>();
  for (const store of stores) if (isSure(store, read, part, branches)) byKey.set(store.key, store);
  return [...byKey.values()];
}

/** Whether it runs before the read in any case, and leaves nothing of what was there. */
function isSure(
  { isWhole, time, part: from }: Event,
  { start }: Node,
  part: number,
  branches: Branches,
): boolean {
  return isWhole && time <= start && branches.isWithin(part, from);
}

function isSeen(
  event: Event,
  last: Event | undefined,
  { start }: Node,
  part: number,
  branches: Branches,
): boolean {
  if (event.time <= start) return last === undefined || event.time >= last.time;
  // What stands behind the read comes before it in the next round of a loop.
  const loop = branches.loopAround(part, event.part);
  return loop !== undefined && (last === undefined || !branches.isWithin(last.part, loop));
}
