/** One to four numbers, as a manifest's version must be; what Chromium compares holds 32 bits. */
const pattern = /^\d{1,10}(?:\.\d{1,10}){0,3}$/;
const numberMax = 2 ** 32 - 1;

/** Whether a store may say this of an extension. https://developer.chrome.com/docs/extensions/reference/manifest/version */
export function isVersion(text: string): boolean {
  return pattern.test(text) && text.split('.').every((part) => Number(part) <= numberMax);
}

/** Negative when `a` is older; parts that are missing count as 0. Both must be versions. */
export function compareVersionNumbers(a: string, b: string): number {
  const [left, right] = [a.split('.'), b.split('.')];
  for (let part = 0; part < 4; part += 1) {
    const difference = Number(left[part] ?? 0) - Number(right[part] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
