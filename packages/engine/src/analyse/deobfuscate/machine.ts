import type { Node } from 'oxc-parser';
import type { Closure, Datum, Dictionary, Frame } from './values.ts';

/** An expression made ready to be evaluated. */
export type Run = (frame: Frame) => Datum;
/** A statement made ready to be carried out; undefined when the next one follows. */
export type Act = (frame: Frame) => Completion | undefined;

/** How a statement ends a loop, a switch or a function. */
export type Completion =
  | { readonly kind: 'break' | 'continue'; readonly label: string | undefined }
  | { readonly kind: 'return'; readonly value: Datum };

/** What the parts of the evaluator ask of each other. */
export interface Machine {
  /** Counts work; throws `ExhaustedError` when there was too much. */
  spend(steps: number): void;
  /** `String(value)`, counted. */
  text(value: Datum): string;
  expression(node: Node): Run;
  statement(node: Node): Act;
  /** Binds names of a pattern, declared in the frame or assigned to. */
  bind(pattern: Node, value: Datum, frame: Frame, isDeclared: boolean): void;
  call(callee: Datum, self: Datum, given: readonly Datum[]): Datum;
  construct(callee: Datum, given: readonly Datum[]): Datum;
  member(object: Datum, key: Datum): Datum;
  setMember(object: Datum, key: Datum, value: Datum): void;
  read(name: string, frame: Frame): Datum;
  write(name: string, value: Datum, frame: Frame): void;
  /** Text of a function of the script; throws `NotKnownError` when it is not at hand. */
  textOfFunction(closure: Closure): string;
  readonly globals: Dictionary;
}
