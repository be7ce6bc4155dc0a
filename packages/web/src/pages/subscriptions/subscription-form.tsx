import { Button, Select, Textarea, TextInput } from '@mantine/core';
import { severities } from '@extaudit/engine/vocabulary';
import { useState, type FormEvent } from 'react';
import { Problem } from '../../components/alert.tsx';
import { EventsField } from '../../components/events-field.tsx';
import { countOf, sentenceCase } from '../../components/format.tsx';
import { formatNames } from '../../components/message-formats.ts';
import { bodyOf, extensionIds, type Draft } from './draft.ts';
import { useInventories } from '../../components/use-inventories.ts';
import { frequencyNames, watchNames } from './watched.tsx';

interface SubscriptionFormProps {
  readonly initial: Draft;
  readonly button: string;
  readonly pending: boolean;
  readonly error: Error | null;
  readonly onSubmit: (body: ReturnType<typeof bodyOf>) => void;
}

/** What is watched, which changes are told, how often, and where to. */
export function SubscriptionForm(props: SubscriptionFormProps) {
  const { initial, button, pending, error, onSubmit } = props;
  const [draft, setDraft] = useState(initial);
  const change = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSubmit(bodyOf(draft));
  };
  return (
    <form onSubmit={submit} className="stack">
      <TextInput
        label="Name"
        placeholder="Security channel"
        description="Messages carry it."
        required
        maxLength={100}
        value={draft.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <Select
        label="Watches"
        allowDeselect={false}
        data={entriesOf(watchNames)}
        value={draft.watches}
        onChange={(watches) => change({ watches: watches ?? 'all' })}
      />
      {draft.watches === 'inventory' && (
        <InventoryField
          value={draft.inventoryId}
          onChange={(inventoryId) => change({ inventoryId })}
        />
      )}
      {draft.watches === 'extensions' && (
        <Textarea
          label="Extensions"
          placeholder="Paste ids or store addresses"
          description={countOf('extension', extensionIds(draft).length)}
          required
          autosize
          minRows={2}
          maxRows={8}
          spellCheck={false}
          error={
            draft.extensions !== '' && extensionIds(draft).length === 0
              ? 'There is no id in it: an id is 32 letters from a to p.'
              : undefined
          }
          value={draft.extensions}
          onChange={(event) => change({ extensions: event.currentTarget.value })}
        />
      )}
      <EventsField value={draft.events} onChange={(events) => change({ events })} />
      <Select
        label="Severity"
        allowDeselect={false}
        data={severities.map((value, index) => ({
          value,
          label: index === 0 ? 'All severities' : `${sentenceCase(value)} and worse`,
        }))}
        value={draft.severityMin}
        onChange={(severityMin) => change({ severityMin: severityMin ?? 'info' })}
      />
      <Select
        label="How often"
        description="Digests are sent at 06:00 UTC, the weekly one on Mondays."
        allowDeselect={false}
        data={entriesOf(frequencyNames)}
        value={draft.frequency}
        onChange={(frequency) => change({ frequency: frequency ?? 'at_once' })}
      />
      <Select
        label="As"
        allowDeselect={false}
        data={entriesOf(formatNames)}
        value={draft.format}
        onChange={(format) => change({ format: format ?? 'json', place: '' })}
      />
      <PlaceField
        isMail={draft.format === 'email'}
        value={draft.place}
        onChange={(place) => change({ place })}
      />
      <Problem error={error} />
      <div>
        <Button type="submit" loading={pending}>
          {button}
        </Button>
      </div>
    </form>
  );
}

function InventoryField({
  value,
  onChange,
}: {
  readonly value: string | null;
  readonly onChange: (inventoryId: string | null) => void;
}) {
  const inventories = useInventories();
  return (
    <>
      <Select
        label="Inventory"
        required
        searchable
        nothingFoundMessage="No inventory has this name."
        data={[...inventories].map(([id, source]) => ({ value: id, label: source }))}
        value={value}
        onChange={onChange}
      />
      {inventories.size === 0 && (
        <p className="soft small">The account has no inventory yet; import one first.</p>
      )}
    </>
  );
}

function PlaceField({
  isMail,
  value,
  onChange,
}: {
  readonly isMail: boolean;
  readonly value: string;
  readonly onChange: (place: string) => void;
}) {
  const own = isMail
    ? {
        label: 'E-mail addresses',
        placeholder: 'security@example.org',
        description: 'Up to ten, with commas between them.',
      }
    : { label: 'Send to', placeholder: 'https://hooks.example.org/extaudit', type: 'url' };
  return (
    <TextInput
      {...own}
      required
      maxLength={2_000}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

function entriesOf<const Value extends string>(names: Readonly<Record<Value, string>>) {
  return (Object.keys(names) as Value[]).map((value) => ({ value, label: names[value] }));
}
