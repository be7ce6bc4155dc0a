import type { FunctionInfo, Located } from '../syntax/scopes.ts';

/** A name of another script: of a module by its specifier, or a global. */
export interface Reference {
  readonly module: string | undefined;
  readonly name: string;
}

/** Functions and values that other scripts see, by the names they see them by. */
export interface Shared {
  readonly functions: ReadonlyMap<FunctionInfo, string>;
  readonly values: readonly { readonly name: string; readonly value: Located }[];
  /** `export { inner as name } from module` and the like; `*` for all names. */
  readonly aliases: readonly { readonly name: string; readonly of: Reference }[];
  readonly isModule: boolean;
}

/** What is kept of `Shared` when the script is read: the exported names, and where others come from. */
export interface Exported {
  readonly names: ReadonlySet<string>;
  readonly aliases: Shared['aliases'];
}
