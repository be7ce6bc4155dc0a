export const diffFormats = ['text', 'json'] as const;

export interface DiffOptions {
  readonly format: (typeof diffFormats)[number];
  readonly output?: string;
  readonly failOnIncrease: boolean;
  readonly intel: boolean;
}
