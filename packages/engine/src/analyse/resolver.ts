// Global paths and constant values are worked out together: a path needs the constants in `window['chr' + 'ome']`,
// a constant needs the path in `atob('…')`. That is why both live in one file.
import type { Node } from 'oxc-parser';
import { isClosed } from './deobfuscate/closed-expression.ts';
import { makesFunctions } from './function-maker.ts';
import type { Answer, ScriptValues } from './deobfuscate/script-values.ts';
import { valueOfAnswer } from './deobfuscate/value-of-answer.ts';
import type { Value } from './facts.ts';
import {
  exactText,
  foldFunction,
  foldMethod,
  foldSum,
  numberOf,
  stringValue,
  unknown,
} from './fold-calls.ts';
import { noneYet } from './few.ts';
import type { Binding, FunctionInfo, Located, PropertyWrite, Scope, Write } from './scopes.ts';
import { resolveUrl } from './url-host.ts';
import { isFunction, keyName } from './nodes.ts';
import type { MemberForm, Text, Walked } from './walked.ts';
import { globalObjectNames, knownGlobalPath } from './web-globals.ts';

const depthMax = 120;
/** Steps of folding that one script may cost. */
const stepsMax = 400_000;
/** Steps of naming; real bundles take a few for each of their calls. */
const pathStepsMax = 20_000_000;
/** Values of a variable that are looked at for a path. */
const writesMax = 4;
/** Members of one object that are told apart. */
const membersMax = 300;
const arrayItemsMax = 10_000;

/** Says what expressions of one script stand for: a browser's global, or a constant. Nothing is executed. */
export class Resolver {
  private readonly functionOf: ReadonlyMap<Node, FunctionInfo>;
  private readonly thisMembers: Walked['thisMembers'];
  private readonly values = new Map<Binding, Value>();
  private readonly parameterValues = new Map<Binding, Value>();
  private readonly propertyPaths = new Map<Node, string | null>();
  private readonly propertyValues = new Map<Node, Value>();
  private readonly writtenKeys = new Map<Node, string | null>();
  private readonly decoding: ScriptValues | undefined;
  private readonly decoded = new Map<Node | Binding, Value>();
  private ownPaths: ReadonlyMap<string, string> | undefined;
  private depth = 0;
  private steps = 0;
  private pathSteps = 0;

  /** Without `decoding`, what takes more than one step to work out stays unknown. */
  constructor(
    { functionOf, thisMembers }: Pick<Walked, 'functionOf' | 'thisMembers'>,
    decoding?: ScriptValues,
  ) {
    this.functionOf = functionOf;
    this.thisMembers = thisMembers;
    this.decoding = decoding;
  }

  /**
   * The dotted path of the global that an expression denotes, with `browser` read as `chrome` and the global
   * object dropped (`window` alone for itself); undefined for everything else.
   */
  pathOf(node: Node, scope: Scope): string | undefined {
    this.pathSteps += 1;
    if (this.depth > depthMax || this.pathSteps > pathStepsMax) return undefined;
    this.depth += 1;
    const path = this.computePath(node, scope);
    this.depth -= 1;
    return path;
  }

  private computePath(node: Node, scope: Scope): string | undefined {
    switch (node.type) {
      case 'Identifier': {
        const binding = scope.lookup(node.name);
        if (binding === undefined) return globalName(node.name);
        return this.pathIn(binding);
      }
      case 'MemberExpression': {
        const { object: of } = node;
        const binding = of.type === 'Identifier' ? scope.lookup(of.name) : undefined;
        const object = binding === undefined ? this.pathOf(of, scope) : this.pathIn(binding);
        if (object === undefined) {
          if (isConstructor(node) && makesFunctions(of)) return 'Function';
          const source =
            binding === undefined
              ? this.propertySource(node, scope)
              : this.memberSource(binding, node, scope);
          return source === undefined ? wrappedPath(node) : this.pathOfProperty(source);
        }
        const key = this.keyOf(node, scope);
        if (key !== undefined) return member(object, key);
        // Which of the extension's powers is used may be decided at run time: that is a use too.
        return object.startsWith('chrome') && !isPrivateName(node.property)
          ? `${object}.*`
          : undefined;
      }
      case 'LogicalExpression':
        if (node.operator === '&&') return this.pathOf(node.right, scope);
        return this.pathOf(node.left, scope) ?? this.pathOf(node.right, scope);
      case 'ConditionalExpression':
        return this.pathOf(node.consequent, scope) ?? this.pathOf(node.alternate, scope);
      case 'AssignmentExpression':
        return node.operator === '=' ? this.pathOf(node.right, scope) : undefined;
      case 'SequenceExpression':
        return this.pathOf(node.expressions.at(-1)!, scope);
      case 'ChainExpression':
        return this.pathOf(node.expression, scope);
      case 'AwaitExpression':
        return this.pathOf(node.argument, scope);
      case 'CallExpression':
        return this.pathOfCall(node, scope);
      default:
        return undefined;
    }
  }

  /**
   * As `pathOf`, of a member of which the walk told whose it is; `key` is needed for one of `this`. Most are of what
   * stands for nothing, which is known without a look at the tree.
   */
  pathOfMember(
    node: Node,
    scope: Scope,
    form: MemberForm,
    binding: Binding | undefined,
    key: string | undefined,
  ): string | undefined {
    if (form === 'own') {
      const { pathsOfThis } = this;
      return key === undefined || pathsOfThis.size === 0 ? undefined : pathsOfThis.get(key);
    }
    if (
      form === 'member' &&
      binding !== undefined &&
      this.pathIn(binding) === undefined &&
      knownObject(binding) === undefined
    ) {
      return undefined;
    }
    return this.pathOf(node, scope);
  }

  /** What members of `this` stand for that are given one value: nothing in most scripts. */
  private get pathsOfThis(): ReadonlyMap<string, string> {
    return (this.ownPaths ??= this.findPathsOfThis());
  }

  private findPathsOfThis(): ReadonlyMap<string, string> {
    const paths = new Map<string, string>();
    for (const [key, [given, other]] of this.thisMembers) {
      if (given === undefined || other !== undefined || isFunction(given.node)) continue;
      const path = this.pathOfProperty(given);
      if (path !== undefined) paths.set(key, path);
    }
    return paths;
  }

  /** The path of the global that a name stands for. */
  pathOfName(name: string, binding: Binding | undefined): string | undefined {
    return binding === undefined ? globalName(name) : this.pathIn(binding);
  }

  /** Calls that return a global: `f.bind(x)`, `Function('return this')()`, a polyfill module's getter. */
  private pathOfCall(node: Node & { type: 'CallExpression' }, scope: Scope): string | undefined {
    const { callee, arguments: given } = node;
    if (callee.type === 'MemberExpression' && keyName(callee.property) === 'bind') {
      return this.pathOf(callee.object, scope);
    }
    if (callee.type === 'MemberExpression' && given.length === 2) {
      return this.pathOfReflection(callee, given, scope);
    }
    if (given.length === 0 && (isFunction(callee) || callee.type === 'Identifier')) {
      const path = this.pathOfResult(callee, scope);
      if (path !== undefined) return path;
    }
    if (callee.type === 'Identifier') {
      if (callee.name.includes('webextension_polyfill')) return 'chrome';
      const first = given[0];
      if (
        callee.name === 'require' &&
        first?.type === 'Literal' &&
        first.value === 'webextension-polyfill'
      ) {
        return 'chrome';
      }
    }
    if (
      (callee.type === 'CallExpression' || callee.type === 'NewExpression') &&
      callee.arguments.length === 1
    ) {
      const code = callee.arguments[0]!;
      if (
        code.type === 'Literal' &&
        code.value === 'return this' &&
        this.pathOf(callee.callee, scope) === 'Function'
      ) {
        return 'window';
      }
    }
    return undefined;
  }

  /** `(function () { return this || window })()`, `getBrowser()` */
  private pathOfResult(callee: Node, scope: Scope): string | undefined {
    const info = this.functionNamed(callee, scope);
    const [result, ...others] = info?.returns ?? [];
    if (result === undefined || others.length > 0) return undefined;
    const { node } = result;
    const first = node.type === 'LogicalExpression' ? node.left : node;
    if (first.type === 'ThisExpression' && callee.type === 'FunctionExpression') return 'window';
    const isName = node.type === 'Identifier' || node.type === 'MemberExpression';
    return isName || node.type === 'ConditionalExpression'
      ? this.pathOf(node, result.scope)
      : undefined;
  }

  /** `Reflect.get(chrome, 'cookies')` */
  private pathOfReflection(
    callee: Node & { type: 'MemberExpression' },
    [from, key]: readonly Node[],
    scope: Scope,
  ): string | undefined {
    if (callee.object.type !== 'Identifier' || callee.object.name !== 'Reflect') return undefined;
    if (from === undefined || key === undefined || this.pathOf(callee, scope) !== 'Reflect.get')
      return undefined;
    const object = this.pathOf(from, scope);
    const name = exactText(this.fold(key, scope));
    return object === undefined || name === undefined ? undefined : member(object, name);
  }

  /** `a.b = a.c.d` and `a.c = a.b.e` lead in circles: each is asked once. */
  private pathOfProperty({ node, scope }: Located): string | undefined {
    let path = this.propertyPaths.get(node);
    if (path === undefined) {
      this.propertyPaths.set(node, null);
      path = this.pathOf(node, scope) ?? null;
      this.propertyPaths.set(node, path);
    }
    return path ?? undefined;
  }

  private foldProperty({ node, scope }: Located): Value {
    if (this.parameterValues.size > 0) return this.fold(node, scope);
    let value = this.propertyValues.get(node);
    if (value === undefined) {
      this.propertyValues.set(node, unknown);
      value = this.fold(node, scope);
      this.propertyValues.set(node, value);
    }
    return value;
  }

  /** The path of the global that a variable stands for. */
  pathIn(binding: Binding): string | undefined {
    if (binding.path === undefined) {
      // Stands until the answer is known, so that `a = b, b = a` ends.
      binding.path = null;
      binding.path = this.computeBindingPath(binding) ?? null;
    }
    return binding.path ?? undefined;
  }

  private computeBindingPath({ name, writes }: Binding): string | undefined {
    const count = Math.min(writes.length, writesMax);
    for (let index = 0; index < count; index += 1) {
      const write = writes[index]!;
      if (write.kind !== 'value') {
        if (isPolyfillImport(write, name)) return 'chrome';
        continue;
      }
      if (write.keys[0] === 'constructor' && makesFunctions(write.node)) return 'Function';
      let path = this.pathOf(write.node, write.scope);
      for (const key of write.keys) {
        if (path === undefined || key === undefined) return undefined;
        path = member(path, key);
      }
      if (path !== undefined) return path;
      if (name === 'browser' && isModuleRequire(write.node)) return 'chrome';
    }
    return undefined;
  }

  /** The name of a member, folded where it is computed. */
  keyOf(node: Node & { type: 'MemberExpression' }, scope: Scope): string | undefined {
    const { property } = node;
    if (!node.computed) return property.type === 'Identifier' ? property.name : undefined;
    if (property.type === 'Literal') return keyName(property);
    const key = this.fold(property, scope);
    return exactText(key.kind === 'unknown' ? this.foldClosed(property, scope) : key);
  }

  /** The expression that a member of a local object stands for, when it is assigned once. */
  private propertySource(
    node: Node & { type: 'MemberExpression' },
    scope: Scope,
  ): Located | undefined {
    if (node.object.type === 'ThisExpression') {
      const given = this.thisValues(node);
      return given.length === 1 ? given[0] : undefined;
    }
    const binding = node.object.type === 'Identifier' ? scope.lookup(node.object.name) : undefined;
    return binding && this.memberSource(binding, node, scope);
  }

  /** The same for a member of what a variable holds. */
  private memberSource(
    named: Binding,
    node: Node & { type: 'MemberExpression' },
    scope: Scope,
  ): Located | undefined {
    const binding = knownObject(named);
    if (binding === undefined) return undefined;
    const { onlyWrite: made } = binding;
    const key = this.keyOf(node, scope);
    if (key === undefined) return undefined;
    let written: Located | undefined;
    for (const write of binding.propertyWrites ?? noneYet) {
      if ((write.key ?? this.decodedKey(write.computedKey, write.scope)) !== key) continue;
      if (written !== undefined) return undefined;
      written = write;
    }
    if (made?.node.type !== 'ObjectExpression' || made.keys.length > 0) return written;
    const found = propertyOf(made.node, key);
    if (found === undefined) return written;
    return written === undefined ? { node: found, scope: made.scope } : undefined;
  }

  /** The key of `object[decode(5)] = …`, worked out once: every read of a member asks for it. */
  private decodedKey(node: Node | undefined, scope: Scope): string | undefined {
    if (!isDecodable(node)) return undefined;
    if (this.parameterValues.size > 0) return exactText(this.fold(node, scope));
    let key = this.writtenKeys.get(node);
    if (key === undefined) {
      // Stands until the key is known, so that keys which name each other end.
      this.writtenKeys.set(node, null);
      const value = this.fold(node, scope);
      key = exactText(value.kind === 'unknown' ? this.foldClosed(node, scope) : value) ?? null;
      this.writtenKeys.set(node, key);
    }
    return key ?? undefined;
  }

  /** Everything that a member of `this` is given, whichever class it is of. */
  thisValues(node: Node & { type: 'MemberExpression' }): readonly Located[] {
    const key = node.computed ? undefined : keyName(node.property);
    return (key === undefined ? undefined : this.thisMembers.get(key)) ?? [];
  }

  /** The constant that an expression is known to be, as far as it is. */
  fold(node: Node, scope: Scope): Value {
    this.steps += 1;
    if (this.depth > depthMax || this.steps > stepsMax) return unknown;
    this.depth += 1;
    const value = this.computeValue(node, scope);
    this.depth -= 1;
    return value.kind === 'unknown' && this.depth === 0 ? this.foldClosed(node, scope) : value;
  }

  /** What is spelled with operators and functions of the language alone, such as `(![] + [])[+[]]`. */
  private foldClosed(node: Node, scope: Scope): Value {
    return this.decoding !== undefined && isClosed(node)
      ? this.decodeExpression(node, scope)
      : unknown;
  }

  /** The whole text that an expression is known to be, where folding keeps the start of a long one only. */
  textOf(node: Node, scope: Scope): string | undefined {
    if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined;
    const folded = this.fold(node, scope);
    if (folded.kind === 'string' && folded.exact) return folded.text;
    const binding = node.type === 'Identifier' ? scope.lookup(node.name) : undefined;
    if (binding === undefined || binding.writes.length < 2)
      return this.decoding?.textOf(node, scope);
    const built = this.decoding?.builtValue(binding);
    return typeof built?.value === 'string' ? built.value : undefined;
  }

  /** Texts that calls of the script's own decoders give. */
  decodedTexts(sites: readonly Located[]): readonly Text[] {
    const texts: Text[] = [];
    const decoders = this.decoding?.decoders;
    if (decoders === undefined || decoders.size === 0) return texts;
    const sums: { text: string; readonly start: number; readonly scope: Scope }[] = [];
    let ends: number | undefined;
    for (const { node, scope } of sites) {
      if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') continue;
      const callee = this.decoding?.calleeOf(node.callee, scope);
      if (callee === undefined || !decoders.has(callee)) continue;
      const value = this.fold(node, scope);
      if (value.kind !== 'string') continue;
      if (value.text.length > 1) texts.push({ text: value.text, start: node.start, scope });
      // Obfuscators cut long texts up before they hide the pieces.
      const { start, end } = node;
      const { text } = value;
      const before =
        ends !== undefined && this.decoding?.isSum(ends, start) ? sums.at(-1) : undefined;
      if (before !== undefined && before.text.length < 1_000) before.text += text;
      else sums.push({ text, start, scope });
      ends = end;
    }
    for (const sum of sums) if (isAddress(sum.text)) texts.push(sum);
    return texts;
  }

  /** The code that the script makes and runs when it starts; takes many steps. */
  codeMadeAtStart(): readonly string[] {
    return this.decoding?.codeMadeAtStart() ?? [];
  }

  /** Whether a limit kept something from being worked out. */
  get isCut(): boolean {
    const isSpent = this.steps > stepsMax || this.pathSteps > pathStepsMax;
    return isSpent || this.decoding?.isCut === true;
  }

  private decodeExpression(node: Node, scope: Scope): Value {
    return this.decode(node, (decoding) => decoding.valueOf(node, scope));
  }

  /** Asks once for what takes many steps to work out. */
  private decode(of: Node | Binding, ask: (decoding: ScriptValues) => Answer | undefined): Value {
    if (this.decoding === undefined) return unknown;
    let value = this.decoded.get(of);
    if (value === undefined) {
      this.decoded.set(of, unknown);
      value = valueOfAnswer(ask(this.decoding), this.functionOf);
      this.decoded.set(of, value);
    }
    return value;
  }

  private computeValue(node: Node, scope: Scope): Value {
    switch (node.type) {
      case 'Literal':
        return literal(node.value);
      case 'TemplateLiteral':
        return this.foldTemplate(node, scope);
      case 'Identifier':
        return this.foldName(node.name, scope);
      case 'BinaryExpression':
        return this.foldBinary(node, scope);
      case 'UnaryExpression':
        return this.foldUnary(node.operator, this.fold(node.argument, scope));
      case 'ArrayExpression':
        return { kind: 'array', items: this.foldItems(node.elements, scope) };
      case 'ObjectExpression':
        return this.foldObject(node, scope);
      case 'MemberExpression':
        return this.foldMember(node, scope);
      case 'CallExpression':
        return this.foldCall(node, scope);
      case 'FunctionExpression':
      case 'FunctionDeclaration':
      case 'ArrowFunctionExpression': {
        const info = this.functionOf.get(node);
        return info === undefined ? unknown : { kind: 'function', id: info.id };
      }
      case 'LogicalExpression': {
        const left = this.fold(node.left, scope);
        if (node.operator === '&&') return unknown;
        return left.kind === 'unknown' || left.kind === 'null'
          ? this.fold(node.right, scope)
          : left;
      }
      case 'AssignmentExpression':
        if (node.operator === '=') return this.fold(node.right, scope);
        if (node.operator !== '+=') return unknown;
        return foldSum(this.fold(node.left, scope), this.fold(node.right, scope));
      case 'SequenceExpression':
        return this.fold(node.expressions.at(-1)!, scope);
      case 'ChainExpression':
        return this.fold(node.expression, scope);
      case 'AwaitExpression':
        return this.fold(node.argument, scope);
      case 'NewExpression':
        return this.foldConstruction(node, scope);
      default:
        return unknown;
    }
  }

  /** `new URL(x)`, `new Request(x)` and `new String(x)` stand for their first argument. */
  private foldConstruction(node: Node & { type: 'NewExpression' }, scope: Scope): Value {
    const [first, base] = node.arguments;
    const name = node.callee.type === 'Identifier' ? node.callee.name : '';
    if (first === undefined || !/^(?:URL|Request|String)$/.test(name)) return unknown;
    const value = this.fold(first, scope);
    if (name !== 'URL' || base === undefined || this.isOwnAddress(base, scope)) return value;
    return resolveUrl(value, this.fold(base, scope));
  }

  /** `import.meta.url`, `location.href`: relative to these are files of the package, as far as a worker or page goes. */
  private isOwnAddress(node: Node, scope: Scope): boolean {
    if (node.type === 'MemberExpression' && node.object.type === 'MetaProperty') return true;
    return /^(?:document\.)?(?:baseURI|location(?:\.(?:href|origin))?)$/.test(
      this.pathOf(node, scope) ?? '',
    );
  }

  private foldName(name: string, scope: Scope): Value {
    const binding = scope.lookup(name);
    if (binding === undefined) {
      const path = globalName(name);
      return path === undefined ? unknown : globalValue(path);
    }
    const given = this.parameterValues.get(binding);
    if (given !== undefined) return given;
    const kept = this.values.get(binding);
    if (kept !== undefined) return kept;
    this.values.set(binding, unknown);
    const value = this.foldBinding(binding);
    // A value that hangs on a call's arguments holds for that call alone.
    if (this.parameterValues.size === 0) this.values.set(binding, value);
    else this.values.delete(binding);
    return value;
  }

  private foldBinding(binding: Binding): Value {
    const [first] = binding.writes;
    if (first === undefined || first.kind !== 'value') return unknown;
    // A parameter's default or in-place argument is not all that may arrive, unless it is called in place once.
    if (binding.parameter !== undefined && binding.parameter.of.calls.length !== 1) return unknown;
    if (binding.writes.length > 1) {
      const built = this.builtValue(binding);
      if (built.kind !== 'unknown') return built;
      const value = this.foldWrite(first);
      return value.kind === 'string' && isOnlyAppendedTo(binding)
        ? stringValue(value.text, false)
        : this.globalOf(binding);
    }
    if (first.node.type === 'ArrayExpression' && this.decoding?.isRotated(binding) === true)
      return this.rotatedList(binding);
    const value = this.foldWrite(first);
    if (binding.propertyWrites === undefined) return value;
    if (value.kind === 'array' && value.items.length === 0) return this.builtValue(binding);
    return value.kind === 'object' ? this.withWrites(value.properties, binding) : value;
  }

  private rotatedList(binding: Binding): Value {
    return this.decode(binding, (decoding) => decoding.valueOfName(binding));
  }

  /** What statements after the declaration make of a variable. */
  private builtValue(binding: Binding): Value {
    return this.decode(binding, (decoding) => decoding.builtValue(binding));
  }

  private globalOf(binding: Binding): Value {
    const path = this.pathIn(binding);
    return path === undefined ? unknown : globalValue(path);
  }

  private foldWrite(write: Write): Value {
    let value = this.fold(write.node, write.scope);
    for (const key of write.keys) value = key === undefined ? unknown : property(value, key);
    return value;
  }

  private withWrites(properties: ReadonlyMap<string, Value>, binding: Binding): Value {
    const all = new Map(properties);
    for (const { key, node, scope } of binding.propertyWrites ?? []) {
      if (key === undefined || all.size > 200) continue;
      all.set(key, all.has(key) ? unknown : this.fold(node, scope));
    }
    return { kind: 'object', properties: all };
  }

  private foldTemplate(node: Node & { type: 'TemplateLiteral' }, scope: Scope): Value {
    let sum: Value = stringValue(node.quasis[0]?.value.cooked ?? '');
    for (const [index, expression] of node.expressions.entries()) {
      sum = foldSum(sum, this.fold(expression, scope));
      if (sum.kind !== 'string' || !sum.exact) break;
      sum = foldSum(sum, stringValue(node.quasis[index + 1]?.value.cooked ?? ''));
    }
    return sum;
  }

  private foldBinary(node: Node & { type: 'BinaryExpression' }, scope: Scope): Value {
    if (node.operator === '+') {
      const rights: Node[] = [node.right];
      let left: Node = node.left;
      while (left.type === 'BinaryExpression' && left.operator === '+') {
        rights.push(left.right);
        left = left.left;
      }
      let sum = this.fold(left, scope);
      for (const right of rights.reverse()) {
        if (sum.kind === 'string' && !sum.exact) break;
        sum = foldSum(sum, this.fold(right, scope));
      }
      return sum;
    }
    const left = numberOf(this.fold(node.left, scope));
    const right = left === undefined ? undefined : numberOf(this.fold(node.right, scope));
    if (left === undefined || right === undefined) return unknown;
    const value = arithmetic(node.operator, left, right);
    return value === undefined ? unknown : { kind: 'number', value };
  }

  private foldUnary(operator: string, value: Value): Value {
    const number = value.kind === 'number' ? value.value : undefined;
    if (number !== undefined && operator === '-') return { kind: 'number', value: -number };
    if (number !== undefined && operator === '+') return value;
    if (number !== undefined && operator === '!') return { kind: 'boolean', value: number === 0 };
    if (number !== undefined && operator === '~') return { kind: 'number', value: ~number };
    return operator === '!' && value.kind === 'boolean'
      ? { kind: 'boolean', value: !value.value }
      : unknown;
  }

  private foldItems(nodes: readonly (Node | null)[], scope: Scope): readonly Value[] {
    const items: Value[] = [];
    for (const node of nodes.slice(0, arrayItemsMax)) {
      if (node?.type === 'SpreadElement') {
        const value = this.fold(node.argument, scope);
        if (value.kind === 'array') for (const item of value.items) items.push(item);
        else if (value.kind === 'string' && value.exact && value.text.length <= arrayItemsMax)
          for (const letter of value.text) items.push(stringValue(letter));
        else items.push(unknown);
      } else items.push(node === null ? unknown : this.fold(node, scope));
    }
    return items;
  }

  private foldObject(node: Node & { type: 'ObjectExpression' }, scope: Scope): Value {
    const properties = new Map<string, Value>();
    for (const entry of node.properties.slice(0, 500)) {
      if (entry.type === 'SpreadElement') {
        const value = this.fold(entry.argument, scope);
        if (value.kind === 'object')
          for (const [key, item] of value.properties) properties.set(key, item);
        continue;
      }
      const key = entry.computed ? exactText(this.fold(entry.key, scope)) : keyName(entry.key);
      if (key !== undefined)
        properties.set(key, entry.kind === 'init' ? this.fold(entry.value, scope) : unknown);
    }
    return { kind: 'object', properties };
  }

  private foldMember(node: Node & { type: 'MemberExpression' }, scope: Scope): Value {
    const path = this.pathOf(node, scope);
    if (path !== undefined) return globalValue(path);
    const source = this.propertySource(node, scope);
    if (source !== undefined) return this.foldProperty(source);
    if (isWrittenTo(node.object, scope)) return unknown;
    const object = this.fold(node.object, scope);
    if (object.kind === 'unknown' || object.kind === 'global') return unknown;
    const key = this.keyOf(node, scope);
    return key === undefined ? unknown : property(object, key);
  }

  private foldCall(node: Node & { type: 'CallExpression' }, scope: Scope): Value {
    const { callee, arguments: given } = node;
    const name = callee.type === 'MemberExpression' ? this.keyOf(callee, scope) : undefined;
    if (callee.type === 'MemberExpression' && name !== undefined) {
      if (name === 'apply' || name === 'call') {
        const path = this.pathOf(callee.object, scope);
        if (path === undefined) return unknown;
        const values = this.foldItems(given.slice(1), scope);
        const [first] = values;
        const spread = name === 'apply' && first?.kind === 'array' ? first.items : values;
        return foldFunction(path, spread) ?? unknown;
      }
      const path = this.pathOf(callee, scope);
      if (path !== undefined) return this.foldGlobalCall(path, node, scope);
      if (this.functionNamed(callee, scope) !== undefined) return this.foldLocalCall(node, scope);
      const object = this.foldObjectOf(callee, scope);
      if (object.kind === 'unknown' || object.kind === 'global') return unknown;
      return (
        foldMethod(object, name, this.foldItems(given, scope)) ??
        (decodingMethods.has(name) && isKnownThroughout(object)
          ? this.decodeCall(node, scope)
          : unknown)
      );
    }
    const path = this.pathOf(callee, scope);
    if (path !== undefined) return this.foldGlobalCall(path, node, scope);
    return this.foldLocalCall(node, scope);
  }

  private foldGlobalCall(
    path: string,
    node: Node & { type: 'CallExpression' },
    scope: Scope,
  ): Value {
    const value = foldFunction(path, this.foldItems(node.arguments, scope));
    if (value !== undefined) return value;
    return decodingFunctions.has(path) ? this.decodeCall(node, scope) : unknown;
  }

  /** What a method is called on, with what was put into it. */
  private foldObjectOf(callee: Node & { type: 'MemberExpression' }, scope: Scope): Value {
    const { object } = callee;
    if (!isWrittenTo(object, scope)) return this.fold(object, scope);
    const binding = object.type === 'Identifier' ? scope.lookup(object.name) : undefined;
    return binding === undefined ? unknown : this.builtValue(binding);
  }

  /** `words.map(code => String.fromCharCode(code ^ 42))` */
  private decodeCall(node: Node & { type: 'CallExpression' }, scope: Scope): Value {
    return this.parameterValues.size > 0 ? unknown : this.decodeExpression(node, scope);
  }

  /** A local function of one return, such as `i => words[i - 0x1f]`, with its parameters known; else step by step. */
  private foldLocalCall(node: Node & { type: 'CallExpression' }, scope: Scope): Value {
    const { callee, arguments: given } = node;
    const info = this.functionNamed(callee, scope);
    const value = info?.returns.length === 1 ? this.foldReturn(info, given, scope) : unknown;
    if (isKnown(value) || this.decoding === undefined || this.parameterValues.size > 0)
      return value;
    const called = info?.node ?? this.decoding.calleeOf(callee, scope);
    if (called === undefined) return value;
    const decoded = this.decode(node, (decoding) =>
      given.every((argument) => isKnown(this.fold(argument, scope)))
        ? decoding.valueOfCall(node, called, scope)
        : undefined,
    );
    return decoded.kind === 'unknown' ? value : decoded;
  }

  private foldReturn(info: FunctionInfo, given: readonly Node[], scope: Scope): Value {
    const result = info.returns[0]!;
    if (this.parameterValues.size > 20) return unknown;
    const set: Binding[] = [];
    for (const [index, parameter] of info.node.params.entries()) {
      const binding = parameter.type === 'Identifier' ? info.scope.own(parameter.name) : undefined;
      const argument = given[index];
      if (binding === undefined || argument === undefined) continue;
      if (binding.writes.length > 0 || this.parameterValues.has(binding)) continue;
      this.parameterValues.set(binding, this.fold(argument, scope));
      set.push(binding);
    }
    const value = this.fold(result.node, result.scope);
    for (const binding of set) this.parameterValues.delete(binding);
    return value;
  }

  /** The local function that a name or expression stands for. */
  functionNamed(node: Node, scope: Scope): FunctionInfo | undefined {
    if (isFunction(node)) return this.functionOf.get(node);
    if (node.type === 'MemberExpression') {
      const source = this.propertySource(node, scope);
      return source !== undefined && isFunction(source.node)
        ? this.functionOf.get(source.node)
        : undefined;
    }
    const binding = node.type === 'Identifier' ? scope.lookup(node.name) : undefined;
    return binding && this.functionIn(binding);
  }

  /** As `functionNamed`, of a member of which the walk told whose it is. */
  functionOfMember(
    node: Node & { type: 'MemberExpression' },
    scope: Scope,
    binding: Binding | undefined,
    key: string | undefined,
  ): FunctionInfo | undefined {
    const source =
      binding === undefined ? this.valueOfThis(key) : this.memberSource(binding, node, scope);
    return source !== undefined && isFunction(source.node)
      ? this.functionOf.get(source.node)
      : undefined;
  }

  /** The one value that a member of `this` is given. */
  private valueOfThis(key: string | undefined): Located | undefined {
    const given = key === undefined ? undefined : this.thisMembers.get(key);
    return given?.length === 1 ? given[0] : undefined;
  }

  /** The local function that a variable holds. */
  functionIn({ onlyWrite: write }: Binding): FunctionInfo | undefined {
    return write !== undefined && write.keys.length === 0 && isFunction(write.node)
      ? this.functionOf.get(write.node)
      : undefined;
  }
}

/** Methods that decoders turn one text or list into another with. */
const decodingMethods: ReadonlySet<string> = new Set(
  'filter flatMap map reduce reduceRight replace replaceAll split'.split(' '),
);

/** Functions that lists of codes and letters are made with. */
const decodingFunctions: ReadonlySet<string> = new Set(['Array.from', 'Uint8Array.from']);

function isKnownThroughout(value: Value): boolean {
  return value.kind === 'array' ? value.items.every(isKnown) : isKnown(value);
}

function isKnown(value: Value): boolean {
  return (
    value.kind !== 'unknown' && value.kind !== 'global' && (value.kind !== 'string' || value.exact)
  );
}

/** The variable of what a name stands for, where its members may be known: most are neither written to nor made of a literal. */
function knownObject(named: Binding): Binding | undefined {
  const binding = firstNamed(named);
  const { onlyWrite } = binding;
  if (onlyWrite === undefined && binding.writes.length > 0) return undefined;
  // Each read looks through all writes: bounded, or a generated table would cost their product.
  const writes = binding.propertyWrites ?? noneYet;
  if (writes.length > membersMax) return undefined;
  const mayBeKnown = onlyWrite?.node.type === 'ObjectExpression' || writes.some(hasKey);
  return mayBeKnown ? binding : undefined;
}

/** Lists, which are filled and written by index, have no such. */
function hasKey({ key, computedKey }: PropertyWrite): boolean {
  return key !== undefined || isDecodable(computedKey);
}

/** A key that may be worked out: `decode(5)`, `'a' + 'b'`. */
function isDecodable(
  node: Node | undefined,
): node is Node & { type: 'CallExpression' | 'BinaryExpression' } {
  return node?.type === 'CallExpression' || node?.type === 'BinaryExpression';
}

/** The variable that another one is only a further name for. */
function firstNamed(binding: Binding): Binding {
  let at = binding;
  for (let hops = 0; hops < 4 && at.propertyWrites === undefined; hops += 1) {
    const { onlyWrite: write } = at;
    if (write?.kind !== 'value' || write.node.type !== 'Identifier' || write.keys.length > 0) break;
    const next = at.position === undefined ? write.scope.lookup(write.node.name) : undefined;
    if (next === undefined) break;
    at = next;
  }
  return at;
}

/** `x.constructor` */
function isConstructor({ computed, property }: Node & { type: 'MemberExpression' }): boolean {
  return property.type === 'Identifier'
    ? !computed && property.name === 'constructor'
    : property.type === 'Literal' && property.value === 'constructor';
}

/** `#name`, which no global has. */
function isPrivateName(node: Node): boolean {
  return node.type === 'PrivateIdentifier';
}

/** Namespaces of the extension API by members that hardly anything else has. */
const apiMembers: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    cookies: 'getAll',
    downloads: 'download',
    management: 'getAll',
    runtime:
      'sendMessage onMessage onMessageExternal onConnectExternal onInstalled getURL getManifest connectNative sendNativeMessage',
    scripting: 'executeScript registerContentScripts',
    storage: 'local sync session managed',
    tabs: 'captureVisibleTab executeScript onUpdated query sendMessage',
    webNavigation: 'onBeforeNavigate onCommitted onCompleted',
    webRequest: 'onAuthRequired onBeforeRequest onBeforeSendHeaders onHeadersReceived',
  }).map(([namespace, members]) => [namespace, new Set(members.split(' '))]),
);

/** `n(3150).storage.local`, `r.a.tabs.query`: bundles reach a polyfill through names that say nothing. */
function wrappedPath(node: Node & { type: 'MemberExpression' }): string | undefined {
  const { object, property } = node;
  if (node.computed || property.type !== 'Identifier' || object.type !== 'MemberExpression')
    return undefined;
  if (
    object.computed ||
    object.property.type !== 'Identifier' ||
    object.object.type === 'ThisExpression'
  )
    return undefined;
  const namespace = object.property.name;
  return apiMembers.get(namespace)?.has(property.name) === true
    ? `chrome.${namespace}.${property.name}`
    : undefined;
}

/** The path of an undeclared name. Every undeclared name is a path; which of them matter, `knownGlobalPath` says. */
function globalName(name: string): string | undefined {
  if (name === 'undefined' || name === 'NaN') return undefined;
  if (globalObjectNames.has(name)) return 'window';
  return name === 'browser' ? 'chrome' : name;
}

function member(object: string, key: string): string {
  if (object === 'window') return globalName(key) ?? key;
  // A module's default export and the global object's own name for itself change nothing.
  if (object === 'chrome' && key === 'default') return 'chrome';
  return object === 'document' && key === 'location' ? 'location' : `${object}.${key}`;
}

function globalValue(path: string): Value {
  const known = knownGlobalPath(path);
  return known === undefined ? unknown : { kind: 'global', path: known };
}

/** The start of an address: texts of which every script has thousands are not told twice. */
function isAddress(text: string): boolean {
  return /^\s?(?:https?|wss?):\/\//i.test(text);
}

function literal(value: unknown): Value {
  switch (typeof value) {
    case 'string':
      return stringValue(value);
    case 'number':
      return { kind: 'number', value };
    case 'boolean':
      return { kind: 'boolean', value };
    default:
      return value === null ? { kind: 'null' } : unknown;
  }
}

function property(object: Value, key: string): Value {
  switch (object.kind) {
    case 'object':
      return object.properties.get(key) ?? unknown;
    case 'array':
      if (key === 'length') return { kind: 'number', value: object.items.length };
      return /^\d{1,6}$/.test(key) ? (object.items[Number(key)] ?? unknown) : unknown;
    case 'string':
      if (!object.exact) return unknown;
      if (key === 'length') return { kind: 'number', value: object.text.length };
      return /^\d{1,6}$/.test(key) ? stringValue(object.text.charAt(Number(key))) : unknown;
    default:
      return unknown;
  }
}

function propertyOf(node: Node & { type: 'ObjectExpression' }, key: string): Node | undefined {
  if (node.properties.length > membersMax) return undefined;
  for (const entry of node.properties) {
    if (
      entry.type === 'Property' &&
      !entry.computed &&
      entry.kind === 'init' &&
      keyName(entry.key) === key
    ) {
      return entry.value;
    }
  }
  return undefined;
}

/** Whether elements of an array or object are assigned somewhere, so that its literal is not what it holds. */
function isWrittenTo(node: Node, scope: Scope): boolean {
  return (
    node.type === 'Identifier' &&
    scope.lookup(node.name)?.propertyWrites?.some(({ key }) => key === undefined) === true
  );
}

/** Whether everything that a variable is given after its first value is added to it: `text += more`. */
function isOnlyAppendedTo({ writes }: Binding): boolean {
  return writes
    .slice(1)
    .every(({ node }) => node.type === 'AssignmentExpression' && node.operator === '+=');
}

function arithmetic(operator: string, left: number, right: number): number | undefined {
  switch (operator) {
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return left / right;
    case '%':
      return left % right;
    case '^':
      return left ^ right;
    case '|':
      return left | right;
    case '&':
      return left & right;
    case '<<':
      return left << right;
    case '>>':
      return left >> right;
    default:
      return undefined;
  }
}

/** `import browser from …`: modules that export the extension API call it so. */
function isPolyfillImport(write: Write, name: string): boolean {
  if (write.node.type !== 'ImportDeclaration') return false;
  if (write.node.source.value === 'webextension-polyfill') return true;
  return name === 'browser' || name === 'chrome';
}

/** `require('./browser')`, `n(3150)` */
function isModuleRequire(node: Node): boolean {
  return (
    node.type === 'CallExpression' &&
    node.callee.type === 'Identifier' &&
    node.arguments.length === 1 &&
    node.arguments[0]!.type === 'Literal'
  );
}
