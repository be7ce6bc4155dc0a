import { Button, Select, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { classifications, riskLevels } from '@extaudit/engine/vocabulary';
import { sentenceCase } from '../../components/format.tsx';
import type { CatalogueSearch } from './catalogue-search.ts';
import styles from './catalogue.module.css';

interface FiltersProps {
  readonly search: CatalogueSearch;
  readonly onChange: (changes: CatalogueSearch) => void;
}

const auditStates = ['audited', 'outdated', 'waiting', 'failed', 'unaudited', 'unseen'] as const;

/** Filters that stand in the address and are taken away here. */
const chips = [
  ['permission', 'permission'],
  ['host', 'host'],
  ['finding', 'finding'],
  ['category', 'category'],
  ['min_risk_score', 'least score'],
  ['min_effective_risk_score', 'least score with decisions'],
] as const;

/** Words are looked for when they are sent; what is chosen counts at once. */
export function CatalogueFilters({ search, onChange }: FiltersProps) {
  const chosen = chips.filter(([name]) => search[name] !== undefined);
  return (
    <div className={styles['filters']}>
      <WordsField key={search.search ?? ''} words={search.search ?? ''} onChange={onChange} />
      <Choice
        label="Risk"
        words={[...riskLevels.toReversed(), 'unknown']}
        value={search.risk_level}
        onChange={(value) => onChange({ risk_level: value })}
      />
      <Choice
        label="Class"
        words={[...classifications.toReversed(), 'unknown']}
        value={search.classification}
        onChange={(value) => onChange({ classification: value })}
      />
      <Choice
        label="Audit"
        words={auditStates}
        value={search.audit_state}
        onChange={(value) => onChange({ audit_state: value })}
      />
      <Choice
        isWide
        label="Risk with decisions"
        words={[...riskLevels.toReversed(), 'unknown']}
        value={search.effective_risk_level}
        onChange={(value) => onChange({ effective_risk_level: value })}
      />
      <Choice
        isWide
        label="Class with decisions"
        words={[...classifications.toReversed(), 'unknown']}
        value={search.effective_classification}
        onChange={(value) => onChange({ effective_classification: value })}
      />
      <FactField onChange={onChange} />
      {chosen.map(([name, label]) => (
        <Button
          key={name}
          variant="light"
          size="compact-sm"
          onClick={() => onChange({ [name]: undefined })}
          aria-label={`Remove the filter ${label}: ${search[name]}`}
        >
          {label}: <bdi className={styles['chip']}>{search[name]}</bdi> ×
        </Button>
      ))}
    </div>
  );
}

function WordsField({
  words,
  onChange,
}: {
  readonly words: string;
  readonly onChange: FiltersProps['onChange'];
}) {
  const [text, setText] = useState(words);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onChange({ search: text.trim() || undefined });
  };
  return (
    <form role="search" onSubmit={submit} className={styles['words']}>
      <TextInput
        type="search"
        aria-label="Search in names, descriptions and publishers"
        placeholder="Name, description, publisher or id"
        maxLength={200}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={submit}
      />
    </form>
  );
}

function Choice<const Word extends string>({
  label,
  words,
  value,
  isWide,
  onChange,
}: {
  readonly label: string;
  readonly words: readonly Word[];
  readonly value: string | undefined;
  readonly isWide?: boolean;
  readonly onChange: (word: Word | undefined) => void;
}) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      className={styles[isWide ? 'wide' : 'choice'] ?? ''}
      clearable
      data={words.map((word) => ({ value: word, label: sentenceCase(word) }))}
      value={value ?? null}
      onChange={(word) => onChange((word as Word | null) ?? undefined)}
    />
  );
}

const factFilters = ['permission', 'host', 'finding'] as const;

/** `permission:debugger`, `host:*.example.org` or `finding:<rule>`. */
function FactField({ onChange }: { readonly onChange: FiltersProps['onChange'] }) {
  const [text, setText] = useState('');
  const [isWrong, setIsWrong] = useState(false);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const [, name, value] = /^(\w+):(.+)$/.exec(text.trim()) ?? [];
    const filter = factFilters.find((known) => known === name);
    setIsWrong(filter === undefined);
    if (filter === undefined || value === undefined) return;
    setText('');
    onChange({ [filter]: value.trim() });
  };
  return (
    <form onSubmit={submit} className={styles['fact']}>
      <TextInput
        aria-label="Filter by what the code holds"
        placeholder="permission:… host:… finding:…"
        maxLength={500}
        value={text}
        error={isWrong ? 'For example permission:debugger or host:*.example.org' : undefined}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </form>
  );
}
