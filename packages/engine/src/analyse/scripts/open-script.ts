import type { Program } from 'oxc-parser';
import { nameGlobalMembers } from '../syntax/global-members.ts';
import type { Lines } from '../source/lines.ts';
import { Resolver } from '../constants/resolver.ts';
import { ScriptReader } from '../values/script-reader.ts';
import type { Scope } from '../syntax/scopes.ts';
import { TreeEdits } from '../syntax/tree-edits.ts';
import { walk } from '../syntax/walk.ts';
import type { Walked } from '../syntax/walked.ts';
import type { DecodingBudget } from '../deobfuscate/budget.ts';
import { ScriptValues } from '../deobfuscate/script-values.ts';

/** Keys of one script that are decoded for what they name; more would leave no steps for what the script does. */
const keysMax = 300;

/** What the scripts of one package share while they are read. */
export interface Reading {
  readonly budget: DecodingBudget;
  readonly nextFunctionId: () => number;
  /** Classes and ids that sheets of the package hide in pages. */
  readonly hiddenNames: ReadonlySet<string>;
  /** Why something that is hidden in texts was not read; set for the script that was read last. */
  cut?: string | undefined;
}

/** Where a script stands that was text in another. */
interface Outer {
  readonly script: ScriptReader;
  readonly scope: Scope;
}

/** A parsed script, walked and made ready to be asked. Throws `TooDeepError` where it is too deep to walk. */
export function openScript(
  file: string,
  source: string,
  program: Program,
  lines: Pick<Lines, 'at'>,
  reading: Reading,
  outer?: Outer,
): ScriptReader {
  const walked = walkAsMeant(source, program, reading, outer?.scope);
  const { budget } = reading;
  const resolver = new Resolver(walked, new ScriptValues(walked, program, source, budget));
  const { decodedKeys } = walked;
  for (const member of decodedKeys.length > keysMax ? [] : decodedKeys) {
    const name = resolver.keyText(member.node.key, member.scope);
    if (name !== undefined) walked.nameMember(member, name);
  }
  const script = new ScriptReader(file, source, lines, walked, resolver, outer?.script);
  script.hiddenNames = reading.hiddenNames;
  return script;
}

/** Walks the tree; once more as it was where the first walk wrote forms short that mean something else in the script, or took calls for what compilers write. */
function walkAsMeant(
  source: string,
  program: Program,
  { nextFunctionId }: Reading,
  outer: Scope | undefined,
): Walked {
  nameGlobalMembers(program, source);
  const edits = new TreeEdits();
  const walked = walk(program, source, nextFunctionId, outer, false, edits);
  const { redefines } = walked;
  const distrusted = walked.distrust();
  if (!redefines && distrusted.size === 0) return walked;
  edits.takeBack();
  return walk(program, source, nextFunctionId, outer, redefines, new TreeEdits(), distrusted);
}
