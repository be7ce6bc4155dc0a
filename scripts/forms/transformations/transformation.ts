/** How a script is written through. */
export interface Transformation {
  readonly write: (script: string) => string;
  /** Whether the code that runs is made of text, for which the policy has to allow `eval`. */
  readonly isEvaluated?: true;
  /** Whether the flow itself may stay hidden, so long as the package is called suspicious. */
  readonly isConcealed?: true;
}

export type Transformations = Readonly<Record<string, Transformation>>;
