import { Button, Select, TextInput } from '@mantine/core';
import type { BodyOf } from '@extaudit/contract';
import { useState, type FormEvent } from 'react';
import { operations, useChange } from '../../../api/api.ts';
import { Problem } from '../../../components/alert.tsx';
import { EventsField } from '../../../components/events-field.tsx';
import { formatNames } from '../../../components/message-formats.ts';
import styles from './webhooks.module.css';

type Body = BodyOf<typeof operations.createWebhook>;

const formats = ['json', 'slack', 'teams'] as const;

/** All types of event unless some are chosen; the secret is made by the service and shown once. */
export function NewWebhook({
  monitorId,
  onSecret,
}: {
  readonly monitorId: string;
  readonly onSecret: (secret: string) => void;
}) {
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<Body['events']>([]);
  const [format, setFormat] = useState<Body['format']>('json');
  const create = useChange(operations.createWebhook, ({ data }) => {
    setUrl('');
    if (data.webhook.secret !== undefined) onSecret(data.webhook.secret);
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const body = { url, format, ...(events.length > 0 && { events }) };
    create.mutate({ params: { monitorId }, body });
  };
  return (
    <form onSubmit={submit} className={`${styles['form']} stack`}>
      <div className="fields">
        <TextInput
          className={styles['url'] ?? ''}
          label="Send events to"
          placeholder="https://hooks.example.org/extaudit"
          type="url"
          required
          maxLength={2_048}
          value={url}
          onChange={(event) => setUrl(event.currentTarget.value)}
        />
        <EventsField className={styles['events']} value={events} onChange={setEvents} />
        <Select
          label="As"
          allowDeselect={false}
          data={formats.map((value) => ({ value, label: formatNames[value] }))}
          value={format}
          onChange={(value) => setFormat(value ?? 'json')}
        />
        <Button type="submit" loading={create.isPending}>
          Add webhook
        </Button>
      </div>
      <Problem error={create.error} />
    </form>
  );
}
