/**
 * A pattern for rules that ask it of every text of a package. `mayMatch` is true of each text that matches, and so
 * cheap that it is asked first: nearly all texts are something else.
 */
export function textPattern(
  pattern: RegExp,
  mayMatch: (text: string) => boolean,
): Pick<RegExp, 'test'> {
  return { test: (text) => mayMatch(text) && pattern.test(text) };
}
