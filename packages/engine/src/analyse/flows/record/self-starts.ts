import type { ByItself } from '../../collect/asking.ts';
import type { Conditions } from '../../syntax/conditions.ts';
import type { Located } from '../../syntax/scopes.ts';
import { settingKeys } from '../guards/settings.ts';
import { Unasked } from '../guards/unasked.ts';
import type { OriginTracer } from '../trace/origin-tracer.ts';

/** Tells what a script does as pages load, by events of the browser's and at times of its own, and behind which settings. */
export class SelfStarts {
  private readonly free: Unasked;
  private readonly any: Unasked;
  private readonly keys = new Set<string>();
  private isOpen = false;

  constructor(tracer: OriginTracer, conditions: Conditions) {
    this.any = new Unasked(tracer, conditions, () => false);
    this.free = new Unasked(tracer, conditions, (test, scope) => {
      const keys = settingKeys(tracer, test, scope);
      for (const key of keys ?? []) this.keys.add(key);
      this.isOpen ||= keys?.length === 0;
      return keys !== undefined;
    });
  }

  /** Undefined where no way is known that starts so. */
  of(place: Located): ByItself | undefined {
    // Asked first, because tests cost much more.
    if (!this.any.leadsTo(place)) return undefined;
    this.keys.clear();
    this.isOpen = false;
    if (this.free.leadsTo(place)) return {};
    return { settings: this.isOpen ? [] : [...this.keys] };
  }
}
