import type { Machine } from './machine.ts';
import { bounded, isPrimitive, toNumber } from './values.ts';
import type { Datum } from './values.ts';

export type Operator = (left: Datum, right: Datum, machine: Machine) => Datum;

/** The binary operator on plain values; undefined for those that look into objects. */
export function binaryOperator(operator: string): Operator | undefined {
  return operators.get(operator);
}

const operators: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['+', sum],
  ['===', (left, right) => left === right],
  ['!==', (left, right) => left !== right],
  ['==', isLooselyEqual],
  ['!=', (left, right, machine) => !isLooselyEqual(left, right, machine)],
  ['<', isLess],
  ['>', (left, right, machine) => isLess(right, left, machine)],
  ['<=', isLessOrEqual],
  ['>=', (left, right, machine) => isLessOrEqual(right, left, machine)],
  ['-', (left, right) => toNumber(left) - toNumber(right)],
  ['*', (left, right) => toNumber(left) * toNumber(right)],
  ['/', (left, right) => toNumber(left) / toNumber(right)],
  ['%', (left, right) => toNumber(left) % toNumber(right)],
  ['**', (left, right) => toNumber(left) ** toNumber(right)],
  ['^', (left, right) => toNumber(left) ^ toNumber(right)],
  ['|', (left, right) => toNumber(left) | toNumber(right)],
  ['&', (left, right) => toNumber(left) & toNumber(right)],
  ['<<', (left, right) => toNumber(left) << toNumber(right)],
  ['>>', (left, right) => toNumber(left) >> toNumber(right)],
  ['>>>', (left, right) => toNumber(left) >>> toNumber(right)],
]);

type Primitive = string | number | boolean | null | undefined;

function primitive(value: Datum, machine: Machine): Primitive {
  return isPrimitive(value) ? value : machine.text(value);
}

function sum(left: Datum, right: Datum, machine: Machine): Datum {
  if (typeof left === 'number' && typeof right === 'number') return left + right;
  const a = primitive(left, machine);
  const b = primitive(right, machine);
  if (typeof a !== 'string' && typeof b !== 'string') return Number(a) + Number(b);
  const text = bounded(String(a) + String(b));
  // Appending is cheap, but what is made is copied at times.
  machine.spend(text.length >> 8);
  return text;
}

function isLooselyEqual(left: Datum, right: Datum, machine: Machine): boolean {
  if (!isPrimitive(left) && !isPrimitive(right)) return left === right;
  if (left === null || left === undefined) return right === null || right === undefined;
  if (right === null || right === undefined) return false;
  const a = primitive(left, machine);
  const b = primitive(right, machine);
  return typeof a === typeof b ? a === b : Number(a) === Number(b);
}

function isLess(left: Datum, right: Datum, machine: Machine): boolean {
  const a = primitive(left, machine);
  const b = primitive(right, machine);
  return typeof a === 'string' && typeof b === 'string' ? a < b : Number(a) < Number(b);
}

function isLessOrEqual(left: Datum, right: Datum, machine: Machine): boolean {
  const a = primitive(left, machine);
  const b = primitive(right, machine);
  return typeof a === 'string' && typeof b === 'string' ? a <= b : Number(a) <= Number(b);
}
