/** A way in which a value gets into an object of a library. */
export interface Put {
  readonly by:
    | 'argument'
    | 'method'
    | 'call'
    | 'second'
    | 'handed'
    | 'function'
    | 'element'
    | 'event';
  /** Of what is handed: the position of the function, and the method, if any. */
  readonly of: number;
  readonly name: string | undefined;
  /** Undefined for all arguments. */
  readonly index: number | undefined;
  readonly part: 'whole' | 'results' | 'elements';
}

/** What a call makes that holds a value. */
export interface Maker {
  readonly puts: readonly Put[];
  /** A list of what reads and what writes. */
  readonly isPair: boolean;
  /** The member that is what it holds: the promise of a deferred. */
  readonly member: string | undefined;
}

/** What a call gives back of an object that holds a value, or of a function. */
export interface Gift {
  readonly of: 'this' | number;
  readonly as: 'itself' | 'held' | 'result' | 'list' | 'piped';
  /** Only of the function of a library, for others have a method of the name. */
  readonly isImported: boolean;
}

/** What a function is called with that a call is handed. */
export interface Handing {
  /** Undefined for every argument. */
  readonly position: number | undefined;
  /** The option that the function is, among those at the position. */
  readonly key: string | undefined;
  /** Functions around it: 2 of `(store) => (next) => (action) => …`. */
  readonly depth: number;
  readonly index: number;
  /** The parameter is a function that gives it. */
  readonly isCalled: boolean;
  readonly from: HandedFrom;
}

export type HandedFrom =
  | { readonly by: 'this' | 'result' | 'dispatched' | 'stores' }
  | { readonly by: 'argument'; readonly index: number }
  | { readonly by: 'method'; readonly name: string; readonly index: number };

/** What an operator hands on of what its function returns: that, and what it holds. */
export type Step = 'result' | 'held';

const putForm =
  /^(?:(?<handed>\d)>\d\.?)?(?<name>@?[a-z]\w*)?(?<second>\[1\])?\((?<index>\d)(?<results>\(\))?\)$/iu;

export function makerOf(line: string): Maker {
  const words = line.split(' ');
  const member = words.find((word) => word.startsWith('.'))?.slice(1);
  const puts = words.filter((word) => !word.startsWith('.')).map(putOf);
  return { puts, isPair: puts.some(({ by }) => by === 'second'), member };
}

function putOf(word: string): Put {
  const none = { of: 0, name: undefined, index: undefined };
  if (word.startsWith('<')) {
    const [element, name] = word.slice(1, -1).split('.');
    return { ...none, by: 'element', name: `${element} ${name}`, part: 'whole' };
  }
  if (word === 'on(0)(1)') return { ...none, by: 'event', part: 'whole' };
  const { handed, name, second, index, results } = putForm.exec(word)?.groups ?? {};
  if (index === undefined) {
    const part = word.endsWith('()') ? 'results' : word.endsWith('*') ? 'elements' : 'whole';
    const at = word === 'all' ? undefined : Number.parseInt(word, 10);
    return { ...none, by: 'argument', index: at, part };
  }
  const by =
    handed !== undefined
      ? 'handed'
      : second !== undefined
        ? 'second'
        : name === undefined
          ? 'call'
          : name.startsWith('@')
            ? 'function'
            : 'method';
  const part = results === undefined ? 'whole' : 'results';
  return { by, of: Number(handed ?? 0), name: name?.replace('@', ''), index: Number(index), part };
}

export function giftsOf(line: string): readonly Gift[] {
  return line.split(' ').map((word) => ({
    of: word.startsWith('this') ? 'this' : Number.parseInt(word, 10),
    as: word.endsWith('()')
      ? 'result'
      : word.endsWith('*')
        ? 'list'
        : word.endsWith('|')
          ? 'piped'
          : word.endsWith('^')
            ? 'held'
            : 'itself',
    isImported: word.endsWith('!'),
  }));
}

const handingForm =
  /^(?<position>\d|\*)(?:\.(?<key>\w+|\*))?(?<depth>(?:\(\))*)\((?<index>\d)(?<called>\(\))?\)<(?<from>\w+)(?:\((?<argument>\d)\))?$/u;

export function handingsOf(line: string): readonly Handing[] {
  return line.split(' ').map((word) => {
    const { position, key, depth, index, called, from, argument } = handingForm.exec(word)!.groups!;
    return {
      position: position === '*' ? undefined : Number(position),
      key,
      depth: depth!.length / 2,
      index: Number(index),
      isCalled: called !== undefined,
      from: fromOf(from!, argument),
    };
  });
}

function fromOf(from: string, argument: string | undefined): HandedFrom {
  if (argument !== undefined) return { by: 'method', name: from, index: Number(argument) };
  if (/^\d$/u.test(from)) return { by: 'argument', index: Number(from) };
  return { by: from as 'this' };
}

export function stepsOf(line: string): readonly Step[] {
  return line.split(' ').map((word) => (word === '0()' ? 'result' : 'held'));
}
