/** A command of the guide with the answer that it says the command prints, if any. */
export interface Example {
  readonly command: string;
  readonly answer: string | undefined;
}

const blocks = (): RegExp =>
  /^```sh\n(?<command>[\s\S]*?)^```(?:\n\n```json\n(?<answer>[\s\S]*?)^```)?/gm;

/** The examples in their order: every `sh` block, with the `json` block that follows it at once. */
export function readGuide(guide: string): Example[] {
  return [...guide.matchAll(blocks())].map(({ groups }) => ({
    command: groups?.['command'] ?? '',
    answer: groups?.['answer'],
  }));
}

/** The guide with its answers replaced by what the commands print. @param printed in the examples' order */
export function withAnswers(guide: string, printed: readonly string[]): string {
  let index = -1;
  return guide.replaceAll(
    blocks(),
    (block: string, command: string, answer: string | undefined) => {
      index += 1;
      if (answer === undefined) return block;
      const text = JSON.stringify(shortened(JSON.parse(printed[index] ?? 'null')), null, 2);
      return `\`\`\`sh\n${command}\`\`\`\n\n\`\`\`json\n${text}\n\`\`\``;
    },
  );
}

const itemsMax = 1;
const charactersMax = 100;

/** As the guide shows it: lists cut to their first item, long texts shortened, secrets blotted out. */
export function shortened(value: unknown): unknown {
  if (typeof value === 'string') {
    const isSecret = /^(?:exta_|whsec_)|^[\w-]{40,}$/.test(value) && !/^[0-9a-f]{64}$/.test(value);
    if (isSecret) return `${value.slice(0, 6)}…`;
    return value.length > charactersMax ? `${value.slice(0, charactersMax)}…` : value;
  }
  if (Array.isArray(value)) return value.slice(0, itemsMax).map(shortened);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortened(item)]));
}

/** Whether two values have the same fields with values of the same types; a list may also be empty. */
export function sameShape(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) {
    return typeof a === typeof b && (a === null) === (b === null);
  }
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b)) return false;
    return a.length === 0 || b.length === 0 || sameShape(a[0], b[0]);
  }
  const others = new Map<string, unknown>(Object.entries(b));
  const fields = Object.entries(a);
  return (
    fields.length === others.size &&
    fields.every(([key, value]) => others.has(key) && sameShape(value, others.get(key)))
  );
}
