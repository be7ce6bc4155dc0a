import styles from './diff.module.css';

/** What came and what went; nothing where nothing did. */
export function ChangeList<Item>({
  title,
  added,
  removed,
  sign = '+',
  isWide,
  textOf,
}: {
  readonly title: string;
  readonly added: readonly Item[];
  readonly removed: readonly Item[];
  readonly sign?: string;
  /** Takes the whole width, for long texts. */
  readonly isWide?: boolean;
  readonly textOf: (item: Item) => string;
}) {
  if (added.length === 0 && removed.length === 0) return null;
  return (
    <div className={isWide ? styles['wide'] : undefined}>
      <h3>{title}</h3>
      <ul className={styles['changes']}>
        {added.map((item) => (
          <Change key={`+${textOf(item)}`} sign={sign} name="added" text={textOf(item)} />
        ))}
        {removed.map((item) => (
          <Change key={`-${textOf(item)}`} sign="−" name="removed" text={textOf(item)} />
        ))}
      </ul>
    </div>
  );
}

function Change({
  sign,
  name,
  text,
}: {
  readonly sign: string;
  readonly name: 'added' | 'removed';
  readonly text: string;
}) {
  return (
    <li>
      <span className={styles[name]}>{sign}</span>
      <span className="foreign">{text}</span>
    </li>
  );
}
