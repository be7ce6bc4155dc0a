/** The code written with brackets, `!` and `+`, and quotes where escapes need them, after the published scheme of JSFuck. */
export function jsfuck(code: string): string {
  return `${functionMaker()}(${text(code)})()`;
}

function functionMaker(): string {
  return `[][${text('flat')}][${text('constructor')}]`;
}

function text(value: string): string {
  return Array.from(value, letter).join('+');
}

function letter(value: string): string {
  for (const [written, reads] of texts) {
    const at = reads.indexOf(value);
    if (at >= 0) return `${written}[${number(at)}]`;
  }
  if (/\d/.test(value)) return `(${number(Number(value))}+[])`;
  if (/[a-z]/.test(value))
    return `(+(${number(value.charCodeAt(0) - 87)}))[${toString()}](${number(36)})`;
  const hex = value.charCodeAt(0).toString(16).padStart(4, '0');
  const quote = `([]+[])[${text('fontcolor')}]()[${number(12)}]`;
  return `${functionMaker()}(${text('return')}+${quote}+"\\\\"+${text('u')}+${text(hex)}+${quote})()`;
}

/** Where letters stand in the texts of `false`, `true`, `undefined` and an object. */
const texts: readonly (readonly [string, string])[] = [
  ['(![]+[])', 'false'],
  ['(!![]+[])', 'true'],
  ['([][[]]+[])', 'undefined'],
  ['([]+{})', '[object Object]'],
];

/** Sums of `true`; two digits are put together as texts. */
function number(value: number): string {
  if (value >= 10)
    return Array.from(String(value), (digit) => `[${number(Number(digit))}]`).join('+');
  return value === 0 ? '+[]' : `+${Array.from({ length: value }, () => '!+[]').join('+')}`;
}

/** The name of `toString`, with letters of `function String() …`. */
function toString(): string {
  const maker = `([]+([]+[])[${text('constructor')}])`;
  const letters = [9, 10, 11, 12, 13, 14].map((at) => `${maker}[${number(at)}]`);
  return [text('to'), ...letters].join('+');
}
