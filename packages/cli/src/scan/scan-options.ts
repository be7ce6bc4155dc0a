import type { GateOptions } from '../gate/gate-options.ts';

export const reportFormats = [
  'text',
  'json',
  'sarif',
  'html',
  'markdown',
  'csv',
  'summary',
] as const;
export type ReportFormat = (typeof reportFormats)[number];

export interface ScanOptions extends GateOptions {
  readonly format: ReportFormat;
  readonly output?: string;
  /** Whether what browsers of this machine have is audited, too. */
  readonly installed: boolean;
  readonly intel: boolean;
  /** Audits at a time. */
  readonly jobs: number;
  readonly quiet: boolean;
  /** Of the text: shows all that the reports hold. */
  readonly verbose: boolean;
}
