import { ExhaustedError, NotKnownError } from './evaluation-errors.ts';
import { Thrown } from './thrown.ts';

/** Steps that working out the constants of one package may take: some seconds at most. */
const packageStepsMax = 120_000_000;
/** Steps that one script may take: rotating a large, encrypted string array takes some millions. */
const scriptStepsMax = 40_000_000;
/** Steps that one question may take; a rotation is one question. */
const questionStepsMax = 25_000_000;
/** Steps that questions of a script without an answer may take. */
const wastedStepsMax = 2_000_000;
/** A question that may be idle, such as a call of a large local function, gives up early. */
const idleStepsMax = 400_000;
/** Characters of code found in strings that one package may have parsed. */
const nestedCharactersMax = 16 * 1024 * 1024;

/** What one package may spend on reading what is hidden in its constants; shared by its scripts. */
export class DecodingBudget {
  stepsLeft = packageStepsMax;
  nestedCharactersLeft = nestedCharactersMax;
}

/** Counts the steps of one script's evaluations against its own limit and that of the package. */
export class StepCounter {
  private readonly budget: DecodingBudget;
  private scriptLeft = scriptStepsMax;
  private wastedLeft = wastedStepsMax;
  private left = 0;
  /** Whether a limit kept something from being worked out. */
  isCut = false;

  constructor(budget: DecodingBudget) {
    this.budget = budget;
  }

  /** Takes steps off the present question; throws `ExhaustedError` when there are none left. */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new ExhaustedError('an expression takes too many steps');
  }

  /** Answers a question within bounds; undefined when it has no answer, or there is nothing left to spend. */
  ask<T>(question: () => T, isIdle: boolean): T | undefined {
    const most = Math.min(
      isIdle ? Math.min(idleStepsMax, this.wastedLeft) : questionStepsMax,
      this.scriptLeft,
      this.budget.stepsLeft,
    );
    if (most <= 0) {
      this.isCut = true;
      return undefined;
    }
    const outer = this.left;
    this.left = most;
    let isAnswered = false;
    try {
      const answer = question();
      isAnswered = true;
      return answer;
    } catch (error) {
      if (error instanceof ExhaustedError) {
        this.isCut = true;
        return undefined;
      }
      // A full stack is a bound like the others.
      if (error instanceof NotKnownError || error instanceof Thrown || error instanceof RangeError)
        return undefined;
      throw error;
    } finally {
      const spent = most - Math.max(this.left, 0);
      this.scriptLeft -= spent;
      this.budget.stepsLeft -= spent;
      if (!isAnswered) this.wastedLeft -= spent;
      this.left = outer;
    }
  }
}
