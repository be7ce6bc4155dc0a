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
  /** Set where some way to it begins as pages load, by events of the browser's, or at times of the script's own. */
  readonly byItself?: ByItself | undefined;
}

/** What a script does by itself. */
export interface ByItself {
  /** Storage keys that each way is behind a test for, empty where they are not known; absent where some way is behind none. */
  readonly settings?: readonly string[];
}

/** A message of one script, and who asks for it. */
export interface AskedMessage extends PlacedAsking {
  readonly end: BorderEnd;
}
