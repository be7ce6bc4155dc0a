import type { Node } from 'oxc-parser';
import { keyName } from '../../syntax/nodes.ts';

/** The area that is written out in `chrome.storage.local`; what a variable holds may be another at another time. */
export function storageArea(object: Node | undefined): string | undefined {
  if (object?.type !== 'MemberExpression' || object.computed) return undefined;
  const area = keyName(object.property);
  return area !== undefined && storageAreas.has(area) ? area : undefined;
}

const storageAreas: ReadonlySet<string> = new Set('local managed session sync'.split(' '));
