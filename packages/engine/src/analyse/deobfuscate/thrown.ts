import type { Datum } from './values.ts';

/** An exception of the evaluated code: `try` of that code sees it. */
export class Thrown extends Error {
  override readonly name = 'Thrown';
  readonly value: Datum;

  constructor(value: Datum) {
    super('thrown by evaluated code');
    this.value = value;
  }
}
