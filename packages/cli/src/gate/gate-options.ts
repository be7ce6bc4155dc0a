import {
  classifications,
  riskLevels,
  type Classification,
  type StoreProfile,
} from '@extaudit/engine/vocabulary';

export interface GateOptions {
  /** Conditions as they were written, several with commas. */
  readonly failOn?: readonly string[];
  /** File to compare with. */
  readonly baseline?: string;
  /** The store whose review is foretold. */
  readonly profile?: StoreProfile;
  /** File to write what is there now to. */
  readonly writeBaseline?: string;
  /** File with decisions; that of the working folder otherwise. */
  readonly config?: string;
}

/** Those that a gate can close at. */
export const failingClasses: readonly Classification[] = classifications.filter(
  (name) => name !== 'clean',
);

/** Everything that `--fail-on` takes. */
export const conditionForms: readonly string[] = [
  ...riskLevels,
  ...failingClasses.map((name) => `class:${name}`),
  'finding:RULE',
  'capability:PERMISSION',
  'new',
  'rejection',
];
