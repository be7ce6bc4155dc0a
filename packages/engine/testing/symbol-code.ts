/** Names that hold no letter, or none that a Latin keyboard has. */
export interface SymbolNames {
  readonly digits: string;
  readonly words: string;
  readonly maker: string;
}

/**
 * Code in which no letter shows, after the scheme of jjencode and aaencode: letters come from the texts of empty
 * values, digits from a counter, and the functions that open it from the constructor of a list's constructor.
 */
export function symbolCode(code: string, { digits, words, maker }: SymbolNames): string {
  const digit = (value: number): string => `${digits}.${'_'.repeat(value + 1)}`;
  const word = (text: string): string =>
    Array.from(text, (letter) => {
      const place = Array.from(String(letters.indexOf(letter)), (part) => digit(Number(part)));
      return `${words}[${place.join('+""+')}]`;
    }).join('+');
  const escapes = Array.from(code, (letter) => {
    const octal = Array.from(letter.charCodeAt(0).toString(8), (part) => digit(Number(part)));
    return [String.raw`"\\"`, ...octal].join('+');
  });
  const counted = Array.from({ length: 8 }, (_, value) => `${'_'.repeat(value + 1)}:++${words}`);
  return [
    `${words}=~[]`,
    `${digits}={${counted.join()}}`,
    // The digits 8 and 9, which no escape needs and some letter's place does.
    `${digit(8)}=++${words}`,
    `${digit(9)}=++${words}`,
    `${words}=(![]+"")+(!![]+"")+([][${words}]+"")+({}+"")`,
    `${maker}=[][${word('constructor')}][${word('constructor')}]`,
    String.raw`${maker}(${maker}(${word('return')}+"\""+${escapes.join('+')}+"\"")())()`,
  ].join(';');
}

/** What the empty values say, one after the other. */
const letters = 'falsetrueundefined[object Object]';
