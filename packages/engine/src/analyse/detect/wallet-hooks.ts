import type { Node } from 'oxc-parser';
import type { Collector } from '../collect/collector.ts';
import { bare, isFunction, keyName, rootName } from '../syntax/nodes.ts';
import type { FunctionInfo, Scope } from '../syntax/scopes.ts';
import type { Assignment, ScriptReader } from '../values/script-reader.ts';

/** Nodes of arguments that are looked at. */
const nodesMax = 300;
const functionsAroundMax = 8;
/** Variables that are set to one another. */
const hopsMax = 3;

/** Functions by which pages ask a wallet to sign and pay, and the objects that hold them. */
const asking =
  /^(?:ethereum|phantom\.\w+|solana|tronWeb(?:\.trx)?)\.(?:request|send(?:Async|RawTransaction|Transaction)?|sign(?:AllTransactions|AndSendTransaction|Transaction)?)$/u;
const wallets = /^(?:ethereum|phantom(?:\.\w+)?|solana|tronWeb(?:\.trx)?)$/u;
/** Members of a payment that say who gets it. */
const receivers: ReadonlySet<string> = new Set(
  'destination pubkey receiver recipient spender to toAddress toPubkey to_address'.split(' '),
);

/** Finds what stands in place of a wallet's functions and names another receiver in what pages ask for. */
export class WalletHookReader {
  private readonly script: ScriptReader;
  private readonly facts: Collector;
  private readonly hooks = new Map<FunctionInfo, string>();

  constructor(script: ScriptReader, facts: Collector) {
    this.script = script;
    this.facts = facts;
  }

  readAssignment({ path, value, scope }: Assignment): void {
    if (path === undefined) return;
    const isFunctionOfIt = asking.test(path);
    if (!isFunctionOfIt && !wallets.test(path)) return;
    if (isFunctionOfIt)
      for (const info of this.script.values.functions(value, scope)) this.hooks.set(info, path);
    this.readProxy(path, value, scope);
  }

  /** `window.ethereum = new Proxy(window.ethereum, { get … })` */
  private readProxy(path: string, value: Node, scope: Scope): void {
    const made = this.script.origin(bare(value), scope);
    if (made.node.type !== 'NewExpression' || keyName(made.node.callee) !== 'Proxy') return;
    const [target, traps] = made.node.arguments;
    // What the script offers as a wallet of its own takes nothing from another one.
    if (target === undefined || !this.isWallet(target, path, made.scope)) return;
    const { node: handler, scope: from } = this.script.origin(traps ?? made.node, made.scope);
    if (handler.type !== 'ObjectExpression') return;
    for (const trap of handler.properties)
      if (trap.type === 'Property' && /^(?:apply|get)$/u.test(keyName(trap.key) ?? ''))
        for (const info of this.script.values.functions(trap.value, from))
          this.hooks.set(info, path);
  }

  /** Whether the expression is what pages had as the wallet. */
  private isWallet(node: Node, path: string, scope: Scope): boolean {
    const written = this.script.source.slice(node.start, node.end);
    return (
      written.replace(/^(?:globalThis|self|window)\??\./u, '') === path ||
      this.script.resolver.pathOf(node, scope) === path
    );
  }

  finish(): void {
    const { walked } = this.script;
    // What a script puts into the window is a variable of its own.
    for (const name of ['ethereum', 'solana'])
      for (const { node, scope } of walked.scope.own(name)?.writes ?? [])
        this.readProxy(name, node.type === 'AssignmentExpression' ? node.right : node, scope);
    if (this.hooks.size === 0) return;
    for (const { left, value, key, scope, node } of walked.memberWrites) {
      const path = this.hookAround(scope);
      if (path === undefined || rootName(left.object) === undefined) continue;
      if (key !== undefined && receivers.has(key)) this.add(node, scope, path, key, value);
      else this.readParts(value, scope, path);
    }
    for (const { node, arguments: given, scope } of walked.calls) {
      const path = this.hookAround(scope);
      if (path === undefined || node.type !== 'CallExpression') continue;
      for (const each of given) this.readParts(each, scope, path);
    }
  }

  private hookAround(scope: Scope): string | undefined {
    let info = scope.function;
    for (let hops = 0; info !== undefined && hops < functionsAroundMax; hops += 1) {
      const path = this.hooks.get(info);
      if (path !== undefined) return path;
      info = info.parent;
    }
    return undefined;
  }

  /** Copies of what the page asks, with another receiver: `{ ...asked, params: [{ ...asked.params[0], to: own }] }`. */
  private readParts(node: Node, scope: Scope, path: string): void {
    const parts: Node[] = [node];
    for (let index = 0; index < parts.length && index < nodesMax; index += 1) {
      const part = bare(parts[index]!);
      if (part.type === 'ArrayExpression')
        parts.push(...part.elements.filter((each) => each !== null));
      if (part.type !== 'ObjectExpression') continue;
      const isCopy = part.properties.some(({ type }) => type === 'SpreadElement');
      for (const each of part.properties) {
        if (each.type !== 'Property') continue;
        const key = keyName(each.key);
        if (isCopy && key !== undefined && receivers.has(key))
          this.add(each, scope, path, key, each.value);
        else if (!isFunction(each.value)) parts.push(each.value);
      }
    }
  }

  /** `payment.to`, and `getAddress(to)` after `const { to } = payment` or `const to = payment.to`. */
  private isMadeOf(member: string, value: Node, scope: Scope, hops = 0): boolean {
    const written = this.script.source.slice(value.start, value.end);
    if (new RegExp(`\\.${member}\\b`, 'u').test(written)) return true;
    if (hops >= hopsMax) return false;
    const named = bare(value).type === 'CallExpression' ? [value, ...argumentsOf(value)] : [value];
    return named.some((node) => {
      const writes = this.script.bindingOf(node, scope)?.writes ?? [];
      return (
        writes.length > 0 &&
        writes.length <= hopsMax &&
        writes.every(
          (write) =>
            write.keys.includes(member) || this.isMadeOf(member, write.node, write.scope, hops + 1),
        )
      );
    });
  }

  /** Adds a receiver that is not made of the one that was there. */
  private add(node: Node, scope: Scope, path: string, member: string, value: Node): void {
    if (this.script.bindingOf(value, scope)?.parameter !== undefined) return;
    if (this.isMadeOf(member, value, scope)) return;
    this.facts.add(this.facts.walletRewrites, {
      ...this.script.place({ node, scope }),
      path,
      member,
    });
  }
}

function argumentsOf(node: Node): readonly Node[] {
  const call = bare(node);
  return call.type === 'CallExpression' ? call.arguments.slice(0, hopsMax) : [];
}
