import type { Case, Table } from '../case.ts';
import { compiledCases } from './compiled.ts';
import { evasionCases } from './evasions.ts';
import { factCases } from './facts.ts';
import { formCases } from './forms.ts';
import { helperCases } from './helpers.ts';
import { joinCases } from './joins.ts';
import { libraryCases } from './libraries.ts';
import { obfuscationCases } from './obfuscation.ts';

export const casesOf: Readonly<Record<Table, () => readonly Case[]>> = {
  forms: formCases,
  helpers: helperCases,
  evasions: evasionCases,
  joins: joinCases,
  facts: factCases,
  obfuscation: obfuscationCases,
  compiled: compiledCases,
  libraries: libraryCases,
};
