/**
 * Compares version numbers of one to four dot-separated integers as Chromium does; negative when `a` is older.
 * Parts that are no numbers count as 0. https://developer.chrome.com/docs/extensions/reference/manifest/version
 */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a.split('.', 10), b.split('.', 10)];
  for (let part = 0; part < Math.max(left.length, right.length); part += 1) {
    const difference = (Number(left[part]) || 0) - (Number(right[part]) || 0);
    if (difference !== 0) return difference;
  }
  return 0;
}
