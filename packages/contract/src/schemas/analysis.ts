import { Type } from 'typebox';
import { ExtensionId, Timestamp, Version, Word } from './primitives.ts';
import { SecurityReport } from './report.ts';

export const priorities = ['low', 'normal', 'high'] as const;
export const analysisStates = ['queued', 'processing', 'completed', 'failed'] as const;

export const AnalysisQueued = Type.Object({
  message: Type.String(),
  status: Type.Literal('processing'),
  messageId: Type.String({ format: 'uuid' }),
});

export const AnalysisDone = Type.Object({
  message: Type.String(),
  status: Type.Literal('completed'),
  report: SecurityReport,
});

export const Analysis = Type.Object({
  analysis_id: Type.String({ format: 'uuid' }),
  extension_id: ExtensionId,
  version: Version,
  status: Word(analysisStates),
  created_at: Timestamp('When the analysis was asked for.'),
  finished_at: Type.Optional(Timestamp('When it was completed or failed.')),
  error: Type.Optional(Type.String({ description: 'Why it failed.' })),
  report: Type.Optional(SecurityReport),
});
