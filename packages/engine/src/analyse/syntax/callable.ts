import { added, listOf } from './few.ts';
import type { Few } from './few.ts';
import type { CallSite } from './scopes.ts';

/** What is called: a function, a parameter that holds one, and the second of a pair, `const [, set] = useState()`. */
export abstract class Callable {
  private called: Few<CallSite> = undefined;
  private handed: Few<Place> = undefined;

  /** Calls by name or in place. */
  get calls(): readonly CallSite[] {
    return listOf(this.called);
  }

  addCall(call: CallSite): void {
    this.called = added(this.called, call);
  }

  /** Calls that it is handed on to. */
  get passedTo(): readonly Place[] {
    return listOf(this.handed);
  }

  addPlace(place: Place): void {
    this.handed = added(this.handed, place);
  }
}

/** A place among the arguments of a call. */
export interface Place {
  readonly call: CallSite;
  readonly index: number;
}
