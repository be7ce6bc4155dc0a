/** One thing that goes wrong in practice, looked at. */
export interface Check {
  readonly subject: string;
  /** `problem`: the service does not start, or loses something. `warning`: a part of it does not work. */
  readonly state: 'fine' | 'warning' | 'problem';
  readonly message: string;
  /** What to do; absent where all is fine. */
  readonly advice?: string;
}
