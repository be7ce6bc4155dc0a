import type { Extension } from '../model/extension.ts';
import { Collector } from './collector.ts';
import { DecodingBudget } from './deobfuscate/budget.ts';
import { openScript } from './deobfuscate/open-script.ts';
import type { Flow } from './facts.ts';
import { withModules } from './joint-modules.ts';
import type { Part } from './joint-modules.ts';
import { Lines } from './lines.ts';
import { linkSites } from './link-sites.ts';
import { parseScript } from './parse.ts';
import { resolvePath } from './reach.ts';
import { readFlows } from './read-flows.ts';
import type { ScriptReader } from './script-reader.ts';
import { TooDeepError } from './walk.ts';

/** Characters of one script, of the scripts of one group, and of all groups of a package. */
const scriptCharactersMax = 120_000;
const groupCharactersMax = 250_000;
const packageCharactersMax = 400_000;
const groupsMax = 6;
const scriptsMax = 40;

const joined: ReadonlySet<string> = new Set([
  'background-page',
  'content-script',
  'service-worker',
]);
/** Without one of these no page and no other extension has a say in what the scripts do. */
const entrance =
  /\bon(?:Message|Connect|Request)(?:External)?\b|\bonmessage\b|["']message["']|\bCustomEvent\b/;
/** Scripts of one page that name nothing of each other need no second look. */
const separator = '\n;\n';

/**
 * Reads the small scripts of one page or content script entry once more as the one program that they are when they run:
 * what one keeps in a table, a class or an object, another one calls. Adds the flows that are found so; scripts that are
 * libraries stay out. Bounded.
 */
export function readJointScripts(
  extension: Extension,
  textOf: (file: string) => string | undefined,
  nextFunctionId: () => number,
  facts: Collector,
): void {
  const known = new Set(facts.flows.map(keyOf));
  let left = packageCharactersMax;
  for (const parts of groupsOf(extension, textOf)) {
    const size = parts.reduce((sum, { text }) => sum + text.length, 0);
    if (size > Math.min(left, groupCharactersMax)) continue;
    left -= size;
    const script = openParts(parts, nextFunctionId);
    if (script === undefined) continue;
    const joint = new Collector();
    joint.startScript();
    readFlows(script, joint);
    for (const flow of joint.flows) {
      const key = keyOf(flow);
      if (!known.has(key)) facts.addFlow(flow);
      known.add(key);
    }
    for (const partial of joint.partialFlows) facts.addPartialFlow(partial);
  }
}

/** Each flow once: what is found within joint scripts may be found between them too. */
export function withoutTwins(flows: readonly Flow[]): readonly Flow[] {
  return [...Map.groupBy(flows, keyOf).values()].map(([first]) => first!);
}

/** Scripts that share the globals of a background page, or of one content script entry. */
function groupsOf(
  { contexts, package: { files } }: Extension,
  textOf: (file: string) => string | undefined,
): readonly (readonly Part[])[] {
  const groups = new Map<string, readonly Part[]>();
  for (const { kind, scripts } of contexts) {
    if (!joined.has(kind)) continue;
    const small = (file: string): string | undefined => {
      const text = textOf(file);
      return text === undefined || text.length > scriptCharactersMax ? undefined : text;
    };
    const resolve = (from: string, path: string): string | undefined =>
      /^\.{0,2}\//.test(path) ? resolvePath(files, from, path) : undefined;
    const all = scripts.slice(0, scriptsMax).flatMap((file) => withModules(file, small, resolve));
    const parts = [...new Map(all.map((part) => [part.file, part])).values()];
    if (parts.length < 2 || !parts.some(({ text }) => entrance.test(text))) continue;
    groups.set(parts.map(({ file }) => file).join('\n'), parts);
    if (groups.size >= groupsMax) break;
  }
  return [...groups.values()];
}

function openParts(parts: readonly Part[], nextFunctionId: () => number): ScriptReader | undefined {
  const source = parts.map(({ text }) => text).join(separator);
  // The last script is the one that is of no other group.
  const { file } = parts.at(-1)!;
  const parsed = parseScript(file, source);
  if (!('program' in parsed) || 'why' in parsed) return undefined;
  const reading = { budget: new DecodingBudget(), nextFunctionId };
  try {
    const script = openScript(file, source, parsed.program, new JointLines(parts), reading);
    linkSites(script);
    return script;
  } catch (error) {
    if (error instanceof TooDeepError || error instanceof RangeError) return undefined;
    throw error;
  }
}

/** Places in the scripts that a joint one was made of. */
class JointLines implements Pick<Lines, 'at'> {
  private readonly parts: readonly { readonly from: number; readonly lines: Lines }[];

  constructor(parts: readonly Part[]) {
    let from = 0;
    this.parts = parts.map(({ file, text }) => {
      const part = { from, lines: new Lines(file, text) };
      from += text.length + separator.length;
      return part;
    });
  }

  at(offset: number): ReturnType<Lines['at']> {
    const { from, lines } = this.parts.findLast((part) => part.from <= offset) ?? this.parts[0]!;
    return lines.at(offset - from);
  }
}

function keyOf({ source, sink }: Flow): string {
  return `${source.kind} ${source.file} ${source.line} ${source.column} ${sink.kind} ${sink.file} ${sink.line} ${sink.column}`;
}
