import type { Node } from 'oxc-parser';
import { bare } from '../../../syntax/nodes.ts';
import type { Located } from '../../../syntax/scopes.ts';
import { isListening } from '../../../values/index/library-calls.ts';
import type { OptionPlace } from '../../../values/index/option-functions.ts';

/** An event that a function is registered for, and what it is heard on; undefined for the window. */
export interface Heard {
  readonly name: string;
  readonly object: Node | undefined;
  readonly at: Located;
}

/** `$(document).on({ keydown: f, click: g }, selector)`: the event of a function that an object of listeners holds. */
export function mappedListener(place: OptionPlace | undefined): Heard | undefined {
  const [name, other] = place?.keys ?? [];
  if (place?.name === undefined || name === undefined || other !== undefined) return undefined;
  const callee = bare(place.call.callee);
  return place.position === 0 && isListening(place.name) && callee.type === 'MemberExpression'
    ? { name, object: callee.object, at: place.call }
    : undefined;
}
