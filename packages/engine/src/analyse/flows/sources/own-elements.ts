import type { Node } from 'oxc-parser';
import { exactText } from '../../constants/fold-calls.ts';
import { bare, keyName } from '../../syntax/nodes.ts';
import type { Binding, Located, Scope } from '../../syntax/scopes.ts';
import type { ScriptReader } from '../../values/script-reader.ts';
import { signInBrand } from '../../source/password-forms.ts';
import { label } from '../../facts/step-kinds.ts';
import { none, source } from '../vocabulary/origin.ts';
import type { Origin } from '../vocabulary/origin.ts';
import { isJqueryName, isListening } from '../../values/index/library-calls.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Methods that make an element, or a document that no page shows. */
const making = words(
  'attachShadow createContextualFragment createDocumentFragment createElement createElementNS createHTMLDocument parseFromString parseHTML',
);
/** Methods that give back the element itself, a copy of it, or what lies in it. */
const staying = words(
  'addClass append appendTo attr children cloneNode contents css eq filter find first getElementById getElementsByClassName getElementsByName ' +
    'getElementsByTagName get html insertAfter insertBefore item last on prependTo prop querySelector querySelectorAll',
);
/** Properties of an element that lead to what lies in it; what stands beside it or around it may be the page's. */
const inner = words(
  'body childNodes children content contentDocument documentElement elements firstChild firstElementChild lastChild lastElementChild shadowRoot',
);
/** Members of an event that lead to what it comes from. */
const targets = words('currentTarget srcElement target');
/** Methods that hand each element of a list to a function. */
const eachOf = words('each every filter find forEach map some');
/** Methods that put what they are given into the element. */
const takingIn = ['append', 'appendChild', 'insertBefore', 'prepend', 'replaceChildren'] as const;
/** Calls of one method that are looked at. */
const movesMax = 60;
const lookups = words('getElementById getElementsByClassName querySelector querySelectorAll');

/** What nobody but a page asks for: a script that draws such a field may well take what is meant for the page. */
const secretField =
  /\b(?:id|name|class|placeholder|aria-label)\s*[=:]\s*\\?["'`][\w -]*(?:card-?num|cvc|cvv|mnemonic|otp(?:code|field|input|value|[-_\d]|\b)|pincode|private[-_ ]?key|(?:recovery|secret|seed)[-_ ]?(?:phrase|words))/iu;
/** What a service asks for, too, that users sign in to by a form of the extension's own. */
const signInField =
  /\btype\s*[=:]\s*\\?["'`]?password|\b(?:id|name|class|placeholder)\s*=\s*\\?["']?[\w-]*(?:passw|user-?name)|["'`]type["'`]\s*,\s*["'`]password/iu;
/** Markup that names the site that is open: `<h2>Sign in to ${location.hostname}</h2>`. */
const namesSite = /<[^`]{0,400}\$\{[^{}`]{0,80}\b(?:document\.title|location\.host(?:name)?)\b/u;
const nameInMarkup = /\b(?:id|class|name)\s*=\s*\\?["'`]([\w\- ]{1,200})\\?["'`]/gu;
/** Names that pages give their own fields, too. */
const common = /^(?:.{0,3}|.*(?:card|comment|e-?mail|login|message|pass|search|text|user).*)$/iu;
/** Names of one start that a script's own elements have. */
const brandedMin = 3;
const sourceMax = 1_000_000;
const hopsMax = 8;
const leavesMax = 6;

/** A control of the script's own by what it asks for; a sign-in is of the extension's own service, and others are imitated. */
type OwnControl = 'own' | 'sign-in' | 'imitated';
type Control = OwnControl | 'page';

/** Tells elements that a script puts into pages, and those of texts that it reads, from the page's own. */
export class OwnElements {
  private readonly script: ScriptReader;
  private known: ReadonlySet<string> | undefined;
  private asked: OwnControl | undefined;
  private takesIn: boolean | undefined;

  constructor(script: ScriptReader) {
    this.script = script;
  }

  /** Whether all that the expression may be is an element of the script's own, or lies in one, and asks for no secret. */
  isOwn(node: Node | undefined, scope: Scope): boolean {
    return this.asks === 'own' && this.controlOf(node, scope) === 'own';
  }

  /** What all that the expression may be is. */
  controlOf(node: Node | undefined, scope: Scope): Control {
    const isOwn =
      node !== undefined &&
      this.script.source.length <= sourceMax &&
      this.holds(bare(node), scope, 0) &&
      !this.holdsThePages();
    return isOwn ? this.asks : 'page';
  }

  /** What the script's own fields ask for: forms that ask in the name of another, or for what no service needs, imitate. */
  get asks(): OwnControl {
    return (this.asked ??= asksFor(this.script.source));
  }

  private isGivenAddress(frame: Node, scope: Scope): boolean {
    const binding = this.script.bindingOf(frame, scope);
    if (binding === undefined) return this.script.index.membersNamed('src').length > 0;
    const writes = binding.propertyWrites ?? [];
    if (writes.some(({ key }) => key === undefined || key === 'src')) return true;
    const calls = this.script.index.calls.named('setAttribute').slice(0, movesMax);
    return calls.some(
      ({ callee, scope: at }) =>
        callee.type === 'MemberExpression' && this.script.bindingOf(callee.object, at) === binding,
    );
  }

  /** Whether elements of the page are put into one of the script's own: what lies in it is the page's then. */
  private holdsThePages(): boolean {
    if (this.takesIn !== undefined) return this.takesIn;
    this.takesIn = false;
    const { calls } = this.script.index;
    const moves = takingIn.flatMap((name) => calls.named(name).slice(0, movesMax));
    return (this.takesIn = moves.some(
      ({ callee, arguments: given, scope }) =>
        callee.type === 'MemberExpression' &&
        given.some((each) => this.isOfPage(each, scope)) &&
        this.holds(bare(callee.object), scope, 0),
    ));
  }

  /** What is looked up in the document, and is not the script's own. */
  private isOfPage(given: Node, at: Scope): boolean {
    const { node, scope } = this.script.origin(
      given.type === 'SpreadElement' ? given.argument : given,
      at,
    );
    if (node.type === 'MemberExpression')
      return /^document\.(?:forms|images|all|body|links)\b/u.test(
        this.script.pathOf(node.computed ? node.object : node, scope) ?? '',
      );
    if (node.type !== 'CallExpression') return false;
    const callee = bare(node.callee);
    if (callee.type !== 'MemberExpression') return false;
    const method = this.script.keyOf(callee, scope) ?? '';
    return (lookups.has(method) || method === 'closest') && !this.holds(node, scope, 0);
  }

  private holds(node: Node, scope: Scope, hops: number): boolean {
    if (hops > hopsMax) return false;
    const isOwn = (next: Node, from: Scope): boolean => this.holds(bare(next), from, hops + 1);
    switch (node.type) {
      case 'NewExpression':
        return this.script.pathOf(node.callee, scope) === 'Image';
      case 'CallExpression':
        return this.isOwnCall(node, scope, hops);
      case 'AssignmentExpression':
        return isOwn(node.right, scope);
      case 'ConditionalExpression':
        return isOwn(node.consequent, scope) && isOwn(node.alternate, scope);
      case 'MemberExpression': {
        const key = this.script.keyOf(node, scope);
        const isInner = key === undefined ? node.computed : inner.has(key) || /^\d+$/.test(key);
        // A frame that was given an address holds a page.
        if (key === 'contentDocument' && this.isGivenAddress(node.object, scope)) return false;
        if (isInner && isOwn(node.object, scope)) return true;
        if (key !== undefined && targets.has(key) && this.isHeard(node.object, scope, hops))
          return true;
        return this.areLeavesOwn(node, scope, hops);
      }
      case 'Identifier':
        return this.isOwnName(node, scope, hops);
      default:
        return false;
    }
  }

  private isOwnName(node: Node & { type: 'Identifier' }, scope: Scope, hops: number): boolean {
    const binding = scope.lookup(node.name);
    if (binding === undefined) return false;
    const { parameter, writes } = binding;
    if (parameter !== undefined) return this.isGivenOwn(binding, hops);
    const own = writes.filter(({ node: value }) => !isNothing(value));
    if (own.length === 0 || own.length > leavesMax) return false;
    return own.every(
      ({ node: value, scope: from, kind }) =>
        kind !== 'unknown' && this.holds(bare(value), from, hops + 1),
    );
  }

  /** A parameter that is handed elements of an own list, or that every call gives an own element. */
  private isGivenOwn({ parameter }: Binding, hops: number): boolean {
    if (parameter === undefined || parameter.keys.length > 0) return false;
    const { of, index } = parameter;
    const lists = of.passedTo.map(({ call }) => call);
    const given = of.calls.map((call) => ({ node: call.arguments[index], scope: call.scope }));
    const all = [...lists, ...given];
    if (all.length === 0 || all.length > leavesMax) return false;
    const isFromList = lists.every(({ node, scope }) => {
      const callee = node.type === 'CallExpression' ? bare(node.callee) : undefined;
      return (
        callee?.type === 'MemberExpression' &&
        eachOf.has(keyName(callee.property) ?? '') &&
        this.holds(bare(callee.object), scope, hops + 1)
      );
    });
    return (
      isFromList &&
      given.every(
        ({ node, scope }) => node !== undefined && this.holds(bare(node), scope, hops + 1),
      )
    );
  }

  /** Whether an event is heard of elements of the script's own alone: what it comes from lies in them. */
  private isHeard(event: Node, scope: Scope, hops: number): boolean {
    const parameter = this.script.bindingOf(event, scope)?.parameter;
    if (parameter === undefined || parameter.index > 0 || parameter.keys.length > 0) return false;
    const { assignedTo, passedTo, calls } = parameter.of;
    if (calls.length > 0 || passedTo.length > leavesMax) return false;
    const added = passedTo.map(({ call }) => {
      const callee = call.node.type === 'CallExpression' ? bare(call.node.callee) : undefined;
      const isListener =
        callee?.type === 'MemberExpression' && isListening(keyName(callee.property) ?? '');
      return isListener ? { node: callee.object, scope: call.scope } : undefined;
    });
    const target = assignedTo?.node;
    const assigned =
      target?.type === 'MemberExpression' && keyName(target.property)?.startsWith('on') === true
        ? [{ node: target.object, scope: assignedTo!.scope }]
        : [];
    const heard = [...added, ...assigned];
    return (
      heard.length > 0 &&
      heard.every((each) => each !== undefined && this.holds(bare(each.node), each.scope, hops + 1))
    );
  }

  private areLeavesOwn(node: Node, scope: Scope, hops: number): boolean {
    if (!this.script.isLinked) return false;
    const leaves = this.script.values.held(node, scope).filter((leaf) => leaf.node !== node);
    if (leaves.length === 0 || leaves.length > leavesMax) return false;
    return leaves.every((leaf) => this.holds(bare(leaf.node), leaf.scope, hops + 1));
  }

  private isOwnCall(node: Node & { type: 'CallExpression' }, scope: Scope, hops: number): boolean {
    const callee = bare(node.callee);
    const [first] = node.arguments;
    if (isJqueryName(callee)) {
      const text = exactText(this.script.fold(first, scope));
      if (text !== undefined) return text.trimStart().startsWith('<') || this.isOwnSelector(text);
      return first !== undefined && this.holds(bare(first), scope, hops + 1);
    }
    if (callee.type === 'MemberExpression') {
      const method = this.script.keyOf(callee, scope) ?? '';
      if (making.has(method)) return true;
      if (lookups.has(method)) {
        const text = exactText(this.script.fold(first, scope));
        if (text !== undefined && this.isOwnSelector(selectorOf(method, text))) return true;
      }
      // `document.importNode(template.content, true)`
      if (method === 'importNode' && first !== undefined)
        return this.holds(bare(first), scope, hops + 1);
      if (staying.has(method)) return this.holds(bare(callee.object), scope, hops + 1);
      if (method === 'from' && first !== undefined) return this.holds(bare(first), scope, hops + 1);
    }
    const made = this.script.resolver.functionNamed(callee, scope);
    const results = made?.returns ?? [];
    if (results.length > 0)
      return results
        .slice(0, leavesMax)
        .every((result: Located) => this.holds(bare(result.node), result.scope, hops + 1));
    return this.areLeavesOwn(node, scope, hops);
  }

  /** Whether a selector begins with a name that markup or elements of the script's own have. */
  isOwnSelector(selector: string): boolean {
    const [, id, attribute] =
      /^\s*[a-z]*(?:[#.]([\w-]+)|\[name\s*=\s*["']?([\w-]+))/iu.exec(selector) ?? [];
    const name = id ?? attribute;
    if (name === undefined || selector.includes(',')) return false;
    this.known ??= this.names();
    if (!this.known.has(name)) return false;
    return (id !== undefined && !common.test(name)) || this.isBranded(name);
  }

  /** Whether several of the script's own names begin as this one does: pages have none like them. */
  private isBranded(name: string): boolean {
    const [start] = /^[a-z\d]{3,}(?=[-_A-Z])/u.exec(name) ?? [];
    if (start === undefined || common.test(start)) return false;
    let count = 0;
    for (const each of this.known ?? [])
      if (each.startsWith(start) && /^[-_A-Z]/u.test(each.slice(start.length))) count += 1;
    return count >= brandedMin;
  }

  private names(): ReadonlySet<string> {
    const names = new Set<string>();
    for (const [, listed = ''] of this.script.source.matchAll(nameInMarkup))
      for (const name of listed.split(' ')) names.add(name);
    for (const { kind, node, scope } of this.script.walked.sites) {
      if (kind !== 'write' || node.type !== 'AssignmentExpression') continue;
      const { left, right } = node;
      if (left.type !== 'MemberExpression') continue;
      const key = keyName(left.property);
      if (key !== 'id' && key !== 'className') continue;
      if (this.script.createdElement(left.object, scope) === undefined) continue;
      const text = exactText(this.script.fold(right, scope)) ?? '';
      for (const name of text.split(' ')) names.add(name);
    }
    return names;
  }
}

function selectorOf(method: string, text: string): string {
  if (method === 'getElementById') return `#${text}`;
  return method === 'getElementsByClassName' ? `.${text}` : text;
}

/** What a variable holds until it gets its value. */
function isNothing(node: Node): boolean {
  return (
    (node.type === 'Literal' && node.value === null) ||
    (node.type === 'Identifier' && node.name === 'undefined')
  );
}

function asksFor(source: string): OwnControl {
  if (secretField.test(source)) return 'imitated';
  if (!signInField.test(source)) return 'own';
  return namesSite.test(source) || signInBrand(source) !== undefined ? 'imitated' : 'sign-in';
}

/** What is read of a field of the script's own: nothing of the page's, and a secret all the same where it asks for one. */
export function ownField(control: OwnControl, node: Node, scope: Scope): readonly Origin[] {
  return control === 'own' ? none : [fieldMade(control, node, scope)];
}

/** What users type into an element that a library makes, in a page or on the extension's own surface. */
export function fieldMade(control: OwnControl, node: Node, scope: Scope): Origin {
  return source('form-input', node, label(fieldSteps[control]), scope);
}

const fieldSteps = {
  own: 'own-field',
  'sign-in': 'sign-in-field',
  imitated: 'imitated-field',
} as const;
