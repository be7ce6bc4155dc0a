import type { Facts } from '../analyse/facts/facts.ts';
import { clickEvents } from '../analyse/flows/guards/asked.ts';
import { isInsideAny, placeOf } from './co-location.ts';
import type { Location } from '../finding.ts';

/** Ids of the functions that answer what the user clicks on outside of pages, or presses as a shortcut. */
export function clickHandlers(facts: Facts): ReadonlySet<number> {
  return new Set(
    facts.listeners.flatMap(({ target, handler }) =>
      clickEvents.has(target) ? (handler ?? []) : [],
    ),
  );
}

/** Tells places of calls that run for a click only, as far as the functions around them show. */
export function clickedPlaces(facts: Facts): (at: Location) => boolean {
  const clicked = clickHandlers(facts);
  const places = new Set(
    clicked.size === 0
      ? []
      : facts.uses.flatMap((use) => (isInsideAny(use, clicked) ? placeOf(use.at) : [])),
  );
  return (at) => places.has(placeOf(at));
}
