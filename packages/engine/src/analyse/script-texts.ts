import type { StringConstant, StringConstants } from './facts.ts';
import type { Lines } from './lines.ts';
import type { FunctionInfo } from './scopes.ts';
import type { Text } from './walked.ts';

const textLengthMax = 300;
/** Functions have ids from 1 on. */
const noFunction = 0;

/** A script with its texts and all of its functions. */
interface TextsOfScript {
  readonly file: string;
  readonly lines: Pick<Lines, 'at'>;
  readonly texts: readonly Text[];
  readonly functions: readonly FunctionInfo[];
}

/** The string constants of a package, script by script. Holds nothing of the syntax trees. */
export class ScriptTexts implements StringConstants {
  private readonly scripts: TextColumns[] = [];
  /** By the id of each function the one around it. */
  private readonly parents: number[] = [];

  /** Adds those of one script, after the script that it stands in. */
  add(script: TextsOfScript): void {
    for (const { id, parent } of script.functions) this.parents[id] = parent?.id ?? noFunction;
    this.scripts.push(new TextColumns(script));
  }

  matching(
    accepts: (text: string) => boolean,
    isAsked: (file: string) => boolean = () => true,
  ): readonly StringConstant[] {
    return this.scripts.flatMap((script) =>
      isAsked(script.file) ? script.matching(accepts, this.parents) : [],
    );
  }
}

/** The texts of one script in columns, because they are many and few are asked about: facts are made of those that are. */
class TextColumns {
  readonly file: string;
  private readonly lines: Pick<Lines, 'at'>;
  private readonly texts: readonly string[];
  private readonly starts: readonly number[];
  /** Ids of the innermost functions around. */
  private readonly owners: readonly number[];

  constructor({ file, lines, texts }: TextsOfScript) {
    this.file = file;
    this.lines = lines;
    this.texts = texts.map(({ text }) =>
      text.length > textLengthMax ? text.slice(0, textLengthMax) : text,
    );
    this.starts = texts.map(({ start }) => start);
    this.owners = texts.map(({ scope }) => scope.function?.id ?? noFunction);
  }

  matching(
    accepts: (text: string) => boolean,
    parents: readonly number[],
  ): readonly StringConstant[] {
    const found: StringConstant[] = [];
    // Texts of one function share a list: thousands may stand hundreds of functions deep.
    const nests = new Map<number, readonly number[]>();
    for (const [index, text] of this.texts.entries()) {
      if (!accepts(text)) continue;
      const owner = this.owners[index]!;
      let nest = nests.get(owner);
      if (nest === undefined) nests.set(owner, (nest = nestOf(owner, parents)));
      found.push({ text, at: this.lines.at(this.starts[index]!), within: nest });
    }
    return found;
  }
}

/** Ids of the function and those around it, outermost first. */
function nestOf(owner: number, parents: readonly number[]): readonly number[] {
  const ids: number[] = [];
  for (let id = owner; id !== noFunction; id = parents[id] ?? noFunction) ids.push(id);
  return ids.reverse();
}
