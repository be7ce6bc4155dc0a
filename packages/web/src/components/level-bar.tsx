import styles from './level-bar.module.css';
import type { Level } from './risk.tsx';

interface BarPart {
  readonly level: Level;
  readonly count: number;
}

/** How a whole is shared among levels; the numbers stand beside it as text. */
export function LevelBar({ parts }: { readonly parts: readonly BarPart[] }) {
  const total = Math.max(
    1,
    parts.reduce((sum, { count }) => sum + count, 0),
  );
  const starts = parts.map((_, index) =>
    parts.slice(0, index).reduce((sum, { count }) => sum + count, 0),
  );
  return (
    <svg
      className={styles['bar']}
      viewBox="0 0 1000 20"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {parts.map(({ level, count }, index) => (
        <rect
          key={level}
          className={styles[level]}
          x={((starts[index] ?? 0) / total) * 1_000}
          width={(count / total) * 1_000}
          height="20"
        />
      ))}
    </svg>
  );
}

/** The colour of a part, beside its number. */
export function LevelMark({ level }: { readonly level: Level }) {
  return (
    <svg width="10" height="10" aria-hidden="true">
      <rect width="10" height="10" rx="2" className={styles[level]} />
    </svg>
  );
}
