import { MultiSelect } from '@mantine/core';
import { monitorEventTypes, type MonitorEventType } from '@extaudit/engine/vocabulary';
import { sentenceCase } from './format.tsx';

/** Which types of event are told; none chosen is all of them. */
export function EventsField({
  className,
  value,
  onChange,
}: {
  readonly className?: string | undefined;
  readonly value: readonly MonitorEventType[];
  readonly onChange: (events: MonitorEventType[]) => void;
}) {
  return (
    <MultiSelect
      className={className ?? ''}
      label="Events"
      placeholder={value.length === 0 ? 'All' : ''}
      data={monitorEventTypes.map((type) => ({ value: type, label: sentenceCase(type) }))}
      value={[...value]}
      onChange={(values) => onChange(values)}
    />
  );
}
