/**
 * Objects of libraries that hold a value, by what makes them, and how it is put in: `0` is an argument of what makes the
 * object, `0()` what that returns, `0*` its elements and `all` each argument; `next(0)` is an argument of a method of the
 * object, `(0)` of a call of it, `[1](0)` of a call of its second part, and `update(0())` what such an argument returns.
 * `@set(1)` is an argument of a function that is handed the object first: `$.set(count, 5)`.
 * `0>0.next(0)` is an argument of a method of what the function that is the first argument is handed, `0>0(0)` of a call of that.
 */
const makers: Readonly<Record<string, string>> = {
  // React, Preact, Solid
  useState: '0 0() [1](0) [1](0())',
  createSignal: '0 [1](0) [1](0())',
  createStore: '0() 0>0(0) 0>0(0()) setState(0) setState(0())',
  createContext: '0',
  // Zustand; what persists or watches a store is handed its function
  create: '0() 0>0(0) 0>0(0()) setState(0) setState(0())',
  // Signals of Angular, Preact, Svelte and others
  signal: '0 set(0) update(0())',
  state: '0 @set(1)',
  useSignal: '0',
  shallowRef: '0',
  ref: '0',
  // Svelte, nanostores, Jotai
  writable: '0 set(0) update(0())',
  readable: '0 set(0) update(0()) 1>0(0)',
  atom: '0 set(0)',
  // RxJS
  AsyncSubject: 'next(0)',
  BehaviorSubject: '0 next(0)',
  ReplaySubject: 'next(0)',
  Subject: 'next(0)',
  Observable: '0>0.next(0)',
  from: '0 0*',
  of: 'all',
  // Knockout
  observable: '0 (0)',
  observableArray: '0 push(0) (0)',
  // Promises that are resolved from outside, and lists of callbacks
  Callbacks: 'fire(0)',
  // Queues of async and fastq
  queue: 'push(0) unshift(0)',
  fastq: 'push(0) unshift(0)',
  Deferred: 'resolve(0)',
  defer: 'resolve(0)',
};

/** Calls that hold what an argument or a function makes of it: `0` as it is, `1()` what a function returns. */
const derived: Readonly<Record<string, string>> = {
  asObservable: 'this',
  computed: '0()',
  createMemo: '0()',
  derived: '0() 1()',
  distinctUntilChanged: 'this',
  promise: 'this',
  readonly: '0',
  select: '0',
  toSignal: '0',
  toObservable: '0',
  useMemo: '0()',
};

/** Functions and methods that read what a holder holds. */
const readers: Readonly<Record<string, string>> = {
  $get: '0',
  firstValueFrom: '0',
  get: '0',
  getState: 'this',
  getValue: 'this',
  lastValueFrom: '0',
  peek: 'this',
  snapshot: '0',
  toValue: '0',
  unref: '0',
  use: '0',
  useContext: '0',
  useStore: '0',
  useAtomValue: '0',
};

/** Methods that call a function with what a holder holds. */
const callers: ReadonlySet<string> = new Set('add forEach listen observe subscribe'.split(' '));

/** Names that a script with a holder has in its text. */
const mentions =
  /(?:Subject|\$\.state|\b(?:use(?:State|Context)|create(?:Signal|Store|Context|Memo)|computed|derived|signal|atom|writable|readable|subscribe|observable(?:Array)?|(?:shallowR|r)ef|Callbacks|Deferred|defer|createSlice|configureStore|Store|useSignal|fastq|queue|getState|firstValueFrom))\s*\)?\(/u;

/** A way in which a value gets into a holder. */
export interface Put {
  readonly by: 'argument' | 'method' | 'call' | 'second' | 'handed' | 'function';
  /** Of what is handed: the position of the function, and the method, if any. */
  readonly of: number;
  readonly name: string | undefined;
  /** Undefined for all arguments. */
  readonly index: number | undefined;
  readonly part: 'whole' | 'results' | 'elements';
}

/** What a call gives back of a holder: itself or of an argument, or what a function returns. */
export interface Held {
  readonly of: 'this' | number;
  readonly isResult: boolean;
}

/** How values get into what a call of the name makes. */
export function putsOf(name: string): readonly Put[] | undefined {
  return puts.get(name);
}

/** Whether the name alone says that a call makes a holder. */
export function isMaker(name: string): boolean {
  return name.length > 6 && puts.has(name);
}

export function derivedBy(name: string): readonly Held[] | undefined {
  return ofDerived.get(name);
}

export function readBy(name: string): readonly Held[] | undefined {
  return ofReaders.get(name);
}

export function callsWithHeld(method: string): boolean {
  return callers.has(method);
}

/** Whether a script may make any. */
export function mentionsHolders(source: string): boolean {
  return mentions.test(source);
}

function read<Line>(
  table: Readonly<Record<string, string>>,
  lineOf: (line: string) => Line,
): ReadonlyMap<string, readonly Line[]> {
  return new Map(
    Object.entries(table).map(([name, lines]) => [name, lines.split(' ').map(lineOf)]),
  );
}

function heldOf(line: string): Held {
  return {
    of: line === 'this' ? line : Number.parseInt(line, 10),
    isResult: line.endsWith('()'),
  };
}

const form =
  /^(?:(?<handed>\d)>\d\.?)?(?<name>@?[a-z]\w*)?(?<second>\[1\])?\((?<index>\d)(?<results>\(\))?\)$/iu;

function putOf(line: string): Put {
  const { handed, name, second, index, results } = form.exec(line)?.groups ?? {};
  if (index === undefined) {
    const part = line.endsWith('()') ? 'results' : line.endsWith('*') ? 'elements' : 'whole';
    const at = line === 'all' ? undefined : Number.parseInt(line, 10);
    return { by: 'argument', of: 0, name: undefined, index: at, part };
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

const puts = read(makers, putOf);
const ofDerived = read(derived, heldOf);
const ofReaders = read(readers, heldOf);
