// The versions of extensions: https://developer.chrome.com/docs/extensions/reference/manifest/version

/**
 * One to four numbers, of at most the 32 bits that Chromium compares; only the first may begin with no needless zero.
 * https://chromium.googlesource.com/chromium/src/+/main/base/version.cc
 */
const pattern = /^(?!0\d)\d{1,10}(?:\.\d{1,10}){0,3}$/;
const numberMax = 2 ** 32 - 1;
/** The stores refuse larger ones, although Chromium loads them. */
const storeNumberMax = 65_535;

/** https://developer.mozilla.org/docs/Mozilla/Add-ons/WebExtensions/manifest.json/version */
const geckoPattern = /^(?:0|[1-9]\d{0,8})(?:\.(?:0|[1-9]\d{0,8})){0,3}$/;
/** As add-ons had them until 2022, such as `1.0b2`. https://developer.mozilla.org/docs/Mozilla/Toolkit_version_format */
const toolkitPattern = /^(?=.{1,32}$)(?=.*[A-Za-z])\d[\w*+-]*(?:\.[\w*+-]+){0,3}$/;

/** Whether Chromium loads an extension of this version. */
export function isExtensionVersion(text: string): boolean {
  return isBelow(text, numberMax);
}

/** Whether it has letters as Firefox allows them, and no more than Firefox reads. */
export function isToolkitVersion(text: string): boolean {
  return toolkitPattern.test(text);
}

/** Why no store takes an extension of this version, as a sentence; `undefined` for a version that one does. */
export function versionProblem(text: string, isForGecko: boolean): string | undefined {
  if (isBelow(text, storeNumberMax)) return undefined;
  if (isForGecko && (geckoPattern.test(text) || toolkitPattern.test(text))) return undefined;
  const shown = JSON.stringify(text.slice(0, 60));
  return isForGecko
    ? `The version ${shown} is none that Firefox allows: 1-4 numbers with dots, each of at most 9 digits and without leading zeros.`
    : `The version ${shown} is none that the stores allow: 1-4 integers with dots, each from 0 to ${storeNumberMax}, the first without leading zeros, for example "1.2.3".`;
}

function isBelow(text: string, max: number): boolean {
  return pattern.test(text) && text.split('.').every((part) => Number(part) <= max);
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
