import type { StringConstant, StringConstants } from './facts.ts';
import type { Lines } from './lines.ts';
import type { FunctionInfo } from './scopes.ts';
import type { Text } from './walked.ts';

const textLengthMax = 300;

/** The string constants of a package, script by script. */
export class ScriptTexts implements StringConstants {
  private readonly columns: TextColumns[] = [];

  /** Adds those of one script. */
  add(file: string, texts: readonly Text[], lines: Pick<Lines, 'at'>): void {
    this.columns.push(new TextColumns(file, texts, lines));
  }

  matching(
    accepts: (text: string) => boolean,
    isAsked: (file: string) => boolean = () => true,
  ): readonly StringConstant[] {
    return this.columns.flatMap((script) => (isAsked(script.file) ? script.matching(accepts) : []));
  }
}

/**
 * The texts of one script in columns, because they are many and few are asked about: facts are made of those that are.
 * Holds nothing of the syntax tree.
 */
class TextColumns {
  readonly file: string;
  private readonly texts: readonly string[];
  private readonly starts: readonly number[];
  private readonly nests: readonly (readonly number[])[];
  private readonly lines: Pick<Lines, 'at'>;

  constructor(file: string, texts: readonly Text[], lines: Pick<Lines, 'at'>) {
    this.file = file;
    this.texts = texts.map(({ text }) =>
      text.length > textLengthMax ? text.slice(0, textLengthMax) : text,
    );
    this.starts = texts.map(({ start }) => start);
    this.nests = nestsOf(texts);
    this.lines = lines;
  }

  matching(accepts: (text: string) => boolean): readonly StringConstant[] {
    const { texts } = this;
    const found: StringConstant[] = [];
    for (let index = 0; index < texts.length; index += 1) {
      const text = texts[index]!;
      if (accepts(text))
        found.push({ text, at: this.lines.at(this.starts[index]!), within: this.nests[index]! });
    }
    return found;
  }
}

/** For each text the functions around it; a list for each function, not for each text. */
function nestsOf(texts: readonly Text[]): readonly (readonly number[])[] {
  const known = new Map<FunctionInfo | undefined, readonly number[]>();
  let owner: FunctionInfo | undefined;
  let nest: readonly number[] | undefined;
  return texts.map(({ scope }) => {
    if (nest !== undefined && scope.function === owner) return nest;
    owner = scope.function;
    nest = known.get(owner) ?? scope.within();
    known.set(owner, nest);
    return nest;
  });
}
