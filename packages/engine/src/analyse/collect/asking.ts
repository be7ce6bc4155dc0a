import type { BorderEnd } from '../facts/border.ts';

/** What the ways to a place begin with. */
export interface Asking {
  readonly isClicked: boolean;
  /** Messages that were heard. */
  readonly heard: readonly BorderEnd[];
}

/** Who asks for what happens at a place of a file: told for scripts in web pages, and for those in pages of the extension. */
export interface PlacedAsking {
  readonly file: string;
  readonly asking?: Asking | undefined;
  readonly askingInOwnPage?: Asking | undefined;
}

/** A message of one script, and who asks for it. */
export interface AskedMessage extends PlacedAsking {
  readonly end: BorderEnd;
}
