import { monitorEventTypes } from '@extaudit/engine/vocabulary';
import { Type } from 'typebox';
import { defaultRateLimit, defineOperation, noOtherFields } from '../operation.ts';
import { Detection, Iso8601, Monitor, MonitorEvent, MonitorId } from '../schemas/monitor.ts';
import { After, Deleted, ExtensionId, Page, PageSize, Word } from '../schemas/primitives.ts';

const OneMonitor = Type.Object({ monitor: Monitor });

export const listMonitors = defineOperation({
  id: 'list-monitors',
  method: 'GET',
  path: '/api/v1/monitors',
  tag: 'monitors',
  summary: 'List the monitors of the account',
  description: 'All of them, the newest first.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  envelope: 'single',
  answers: {
    200: { when: 'The monitors.', data: Type.Object({ monitors: Type.Array(Monitor) }) },
  },
  errors: {},
});

export const createMonitor = defineOperation({
  id: 'create-monitor',
  method: 'POST',
  path: '/api/v1/monitors',
  tag: 'monitors',
  summary: 'Watch an extension',
  description:
    'What the extension is like now is what changes are told from. At most one monitor for each extension.',
  auth: 'session',
  access: 'write',
  audit: 'monitor_created',
  rateLimit: defaultRateLimit,
  body: Type.Object(
    {
      extension_id: ExtensionId,
      enabled: Type.Boolean({
        default: true,
        description: 'Whether it is checked on schedule.',
      }),
    },
    noOtherFields,
  ),
  envelope: 'single',
  answers: { 201: { when: 'The extension is watched.', data: OneMonitor } },
  errors: {
    404: 'The extension is not in the catalogue.',
    409: 'A monitor already exists for this extension.',
  },
});

export const getMonitor = defineOperation({
  id: 'get-monitor',
  method: 'GET',
  path: '/api/v1/monitors/{monitorId}',
  tag: 'monitors',
  summary: 'Read one monitor',
  description: 'With when it was checked and when it will be.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  params: Type.Object({ monitorId: MonitorId }),
  envelope: 'single',
  answers: { 200: { when: 'The monitor.', data: OneMonitor } },
  errors: { 404: 'The account has no such monitor.' },
});

export const updateMonitor = defineOperation({
  id: 'update-monitor',
  method: 'PATCH',
  path: '/api/v1/monitors/{monitorId}',
  tag: 'monitors',
  summary: 'Enable or disable a monitor',
  description:
    'A disabled one is not checked. Enabled again, it tells what has changed since its last check.',
  auth: 'session',
  access: 'write',
  audit: 'monitor_changed',
  rateLimit: defaultRateLimit,
  params: Type.Object({ monitorId: MonitorId }),
  body: Type.Object({ enabled: Type.Boolean() }, noOtherFields),
  envelope: 'single',
  answers: { 200: { when: 'The monitor is as asked.', data: OneMonitor } },
  errors: { 404: 'The account has no such monitor.' },
});

export const deleteMonitor = defineOperation({
  id: 'delete-monitor',
  method: 'DELETE',
  path: '/api/v1/monitors/{monitorId}',
  tag: 'monitors',
  summary: 'Delete a monitor',
  description:
    "With its webhooks and what was still to be delivered; its events stay in the account's feed.",
  auth: 'session',
  access: 'write',
  audit: 'monitor_deleted',
  rateLimit: defaultRateLimit,
  params: Type.Object({ monitorId: MonitorId }),
  envelope: 'single',
  answers: { 200: { when: 'The monitor is gone.', data: Deleted } },
  errors: { 404: 'The account has no such monitor.' },
});

export const listMonitorEvents = defineOperation({
  id: 'list-monitor-events',
  method: 'GET',
  path: '/api/v1/monitors/{monitorId}/events',
  tag: 'monitors',
  summary: 'List what a monitor has noticed',
  description: 'The newest first. Filters add up; both dates are inclusive.',
  auth: 'session',
  access: 'read',
  rateLimit: defaultRateLimit,
  params: Type.Object({ monitorId: MonitorId }),
  query: Type.Object({
    page: Page(),
    page_size: PageSize(25),
    event_type: Type.Optional(Word(monitorEventTypes)),
    start_date: Type.Optional(Iso8601('Not before this moment; a date means its first one, UTC.')),
    end_date: Type.Optional(Iso8601('Not after this moment; a date means its last one, UTC.')),
    after: Type.Optional(After),
  }),
  envelope: 'list',
  answers: { 200: { when: 'The page; empty past the end.', data: MonitorEvent } },
  errors: { 404: 'The account has no such monitor.' },
});

export const detectChanges = defineOperation({
  id: 'detect-changes',
  method: 'POST',
  path: '/api/v1/monitors/{monitorId}/detect',
  tag: 'monitors',
  summary: 'Check an extension for changes now',
  description:
    'Instead of waiting for the schedule; a disabled monitor is checked as well. A new version is downloaded, ' +
    'audited and compared before the answer, or where that takes long, after it (`is_pending`). Where the store ' +
    'cannot be asked (`store_asked`, `store_error`), what changed in the catalogue is told all the same.',
  auth: 'session',
  access: 'write',
  audit: 'none',
  rateLimit: defaultRateLimit,
  params: Type.Object({ monitorId: MonitorId }),
  envelope: 'single',
  answers: { 200: { when: 'The check was made.', data: Detection } },
  errors: { 404: 'The account has no such monitor.' },
});
