import { monitorEventTypes } from '@extaudit/engine/vocabulary';
import { Type } from 'typebox';
import { AccountOwnedId, ExtensionId, Timestamp, Word } from './primitives.ts';

export const MonitorId = AccountOwnedId('monitor', {
  format: 'uuid',
  description: 'The `id` of a monitor.',
});

export const Monitor = Type.Object({
  id: Type.String({ format: 'uuid' }),
  account_id: Type.String({ format: 'uuid' }),
  extension_id: ExtensionId,
  enabled: Type.Boolean(),
  created_at: Timestamp('When it was made.'),
  updated_at: Timestamp('When it was last changed.'),
  checked_at: Type.Union([Timestamp('When the extension was last checked.'), Type.Null()], {
    description:
      'Null: not yet. A service that runs offline compares what the catalogue holds, without asking a store.',
  }),
  next_check_at: Type.Union([Timestamp('When it is checked next.'), Type.Null()], {
    description: 'Null: not while it is disabled.',
  }),
});

export const MonitorEvent = Type.Object({
  id: Type.String({ format: 'uuid' }),
  monitor_id: Type.String({ format: 'uuid' }),
  event_type: Word(monitorEventTypes),
  extension_id: ExtensionId,
  details: Type.Object(
    {},
    {
      additionalProperties: true,
      description: 'What changed; of a `version_update`, `from_version` and `to_version` among it.',
      examples: [{ from_version: '1.4.0', to_version: '1.5.0' }],
    },
  ),
  created_at: Timestamp('When the change was noticed.'),
});

const Change = Type.Object({
  what: Type.String({
    description: 'The fact that changed; `manifest.<key>` for a key of the manifest.',
    examples: ['host_permissions', 'manifest.background'],
  }),
  from: Type.Unknown({
    description:
      'What was last seen, as it stands in the manifest; null where nothing was, or it is not known. Of long lists ' +
      'and texts the beginning.',
  }),
  to: Type.Unknown({ description: 'What is there now.' }),
  added: Type.Optional(Type.Array(Type.Unknown(), { description: 'Of a list: what came to it.' })),
  removed: Type.Optional(Type.Array(Type.Unknown(), { description: 'Of a list: what left it.' })),
});

export const Detection = Type.Object({
  changes: Type.Array(Change, { description: 'Since the check before; empty where nothing did.' }),
  events: Type.Array(MonitorEvent, { description: 'What was recorded and is being delivered.' }),
  checked_at: Timestamp('When this check looked.'),
  store_asked: Type.Boolean({
    description:
      'False: no store answered, and only what the catalogue holds was compared: no change here does not mean none ' +
      'in the store. `store_error` says why.',
  }),
  store_error: Type.Union([Type.String(), Type.Null()], {
    description:
      'Why the store was not asked, or did not give the new version that it named: one sentence.',
    examples: ['this service is offline and asks no store'],
  }),
  is_pending: Type.Boolean({
    description: 'A new version is still being audited; its events follow when that has ended.',
  }),
});

/** A day, or a moment; without an offset it is in UTC. https://www.rfc-editor.org/rfc/rfc3339#section-5.6 */
export function Iso8601(description: string) {
  return Type.String({
    pattern: String.raw`^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:\d\d)?)?$`,
    'x-allowed': 'an ISO 8601 date or timestamp',
    description,
    examples: ['2026-03-01', '2026-03-01T08:30:00Z'],
  });
}
