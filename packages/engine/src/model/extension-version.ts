// The versions of extensions: https://developer.chrome.com/docs/extensions/reference/manifest/version

/** One to four numbers, of at most the 32 bits that Chromium compares; the first begins with no needless zero. */
const pattern = /^(?!0\d)\d{1,10}(?:\.\d{1,10}){0,3}$/;
const numberMax = 2 ** 32 - 1;

/** Whether a browser would take this text as the version of an extension. */
export function isExtensionVersion(text: string): boolean {
  return pattern.test(text) && text.split('.').every((part) => Number(part) <= numberMax);
}

/** Negative when `a` is older. Numbers that are missing, and parts that are no numbers, count as 0, as in Chromium. */
export function compareExtensionVersions(a: string, b: string): number {
  const [left, right] = [a.split('.', 4), b.split('.', 4)];
  for (let part = 0; part < 4; part += 1) {
    const difference = (Number(left[part]) || 0) - (Number(right[part]) || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
