import { severities, monitorEventTypes } from '@extaudit/engine/vocabulary';
import { Type } from 'typebox';
import { ExtensionId, Timestamp, Word } from './primitives.ts';

const EventSeverity = Word(severities, {
  description:
    'Of a `security_alert` the worst of its reasons; of others by what changed: permissions that were gained are `medium`.',
});

export const FeedEvent = Type.Object({
  id: Type.String({ format: 'uuid' }),
  monitor_id: Type.Union([Type.String({ format: 'uuid' }), Type.Null()], {
    description: 'What noticed it; null: it has been deleted since.',
  }),
  event_type: Word(monitorEventTypes),
  extension_id: ExtensionId,
  extension_name: Type.String({
    description: "As it was then, in its author's words: never to be trusted.",
  }),
  severity: EventSeverity,
  headline: Type.String({
    description: 'What the report said in one sentence; empty without one.',
  }),
  summary: Type.Array(Type.String(), { description: 'What happened, a sentence each.' }),
  details: Type.Object(
    {},
    { additionalProperties: true, description: "As in the monitor's own list of events." },
  ),
  created_at: Timestamp('When the change was noticed.'),
});
