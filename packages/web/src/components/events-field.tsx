import { MultiSelect } from '@mantine/core';
import type { BodyOf } from '@extaudit/contract';
import type { operations } from '../api/api.ts';
import { sentenceCase } from './format.tsx';

export type EventType = BodyOf<typeof operations.createWebhook>['events'][number];

export const eventTypes: readonly EventType[] = [
  'version_update',
  'permission_change',
  'manifest_change',
  'status_change',
  'security_alert',
  'publisher_change',
  'review_alert',
  'removed_from_store',
];

/** Which types of event are told; none chosen is all of them. */
export function EventsField({
  className,
  value,
  onChange,
}: {
  readonly className?: string | undefined;
  readonly value: readonly EventType[];
  readonly onChange: (events: EventType[]) => void;
}) {
  return (
    <MultiSelect
      className={className ?? ''}
      label="Events"
      placeholder={value.length === 0 ? 'All' : ''}
      data={eventTypes.map((type) => ({ value: type, label: sentenceCase(type) }))}
      value={[...value]}
      onChange={(values) => onChange(values)}
    />
  );
}
