export const diffFormats = ['text', 'json', 'markdown'] as const;

export interface DiffOptions {
  readonly format: (typeof diffFormats)[number];
  readonly output?: string;
  readonly failOnIncrease: boolean;
  /** File with decisions; that of the working folder otherwise. */
  readonly config?: string;
  readonly intel: boolean;
}
