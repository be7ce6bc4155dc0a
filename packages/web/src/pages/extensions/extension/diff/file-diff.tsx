import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useRef, type RefObject } from 'react';
import { ApiError } from '../../../../api/api.ts';
import { countOf } from '../../../../components/format.tsx';
import { Panel } from '../../../../components/page.tsx';
import { Empty, Failure, Loading } from '../../../../components/states.tsx';
import type { Source, SourceText } from '../source/source.ts';
import { rowPixels, SourceView } from '../source/source-view.tsx';
import { useSource } from '../source/use-source.ts';
import { useVersion } from '../use-extension.ts';
import type { AlignedSide, Alignment } from './align.ts';
import styles from './diff.module.css';
import { useAlignment } from './use-alignment.ts';

interface FileDiffProps {
  readonly from: string;
  readonly to: string;
  readonly path: string;
}

type Frame = RefObject<HTMLDivElement | null>;

/** A file of both versions side by side: what is the same stands at the same height, and both scroll together. */
export function FileDiff({ from, to, path }: FileDiffProps) {
  const { extensionId } = useVersion();
  const before = useSource({ extensionId, version: from, path });
  // Both are laid out alike, or no row would be the same.
  const formatted = textOf(before)?.formatted;
  const isAfterReady = before.data !== undefined || before.error !== null;
  const after = useSource({ extensionId, version: isAfterReady ? to : '', path, formatted });
  const key = [extensionId, from, to, path];
  const { data: alignment } = useAlignment(key, textOf(before), textOf(after));
  const frames = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)] as const;
  const [left, right] = frames;
  return (
    <>
      {alignment && <Parts alignment={alignment} frame={left} />}
      {alignment === null && (
        <p className="soft">The two have too little in common to be shown line by line.</p>
      )}
      <div className={styles['sides']}>
        <Side
          title={`${from}: ${path}`}
          source={before}
          aligned={alignment?.before}
          sign="−"
          frame={left}
          other={right}
        />
        <Side
          title={`${to}: ${path}`}
          source={after}
          aligned={alignment?.after}
          sign="+"
          frame={right}
          other={left}
        />
      </div>
    </>
  );
}

function textOf({ data }: UseQueryResult<Source>): SourceText | undefined {
  return data?.isBinary === false ? data : undefined;
}

/** How many parts differ, and the way from one to the next. */
function Parts({
  alignment: { parts },
  frame,
}: {
  readonly alignment: Alignment;
  readonly frame: Frame;
}) {
  const at = useRef(-1);
  const go = (step: 1 | -1): void => {
    at.current = Math.max(0, Math.min(parts.length - 1, at.current + step));
    // Two rows above it are shown as well.
    frame.current?.scrollTo({ top: ((parts[at.current] ?? 0) - 2) * rowPixels });
  };
  if (parts.length === 0) return <p className="soft">The text is the same in both versions.</p>;
  return (
    <div className="row">
      <span>{countOf('part', parts.length)} changed</span>
      <Button variant="default" size="compact-sm" onClick={() => go(-1)}>
        Previous change
      </Button>
      <Button variant="default" size="compact-sm" onClick={() => go(1)}>
        Next change
      </Button>
    </div>
  );
}

function Side({
  title,
  source: { data, error },
  aligned,
  sign,
  frame,
  other,
}: {
  readonly title: string;
  readonly source: UseQueryResult<Source>;
  readonly aligned: AlignedSide | undefined;
  readonly sign: '+' | '−';
  readonly frame: Frame;
  /** Scrolls along. */
  readonly other: Frame;
}) {
  const follow = (): void => {
    const top = frame.current?.scrollTop;
    if (top !== undefined && other.current && other.current.scrollTop !== top) {
      other.current.scrollTop = top;
    }
  };
  return (
    <Panel flush title={<span className="foreign">{title}</span>}>
      {error instanceof ApiError && error.status === 404 ? (
        <Empty title="This version does not have the file" />
      ) : error ? (
        <Failure error={error} />
      ) : !data ? (
        <Loading />
      ) : data.isBinary ? (
        <Empty title="This is no text" />
      ) : (
        <SourceView
          source={data}
          renderLine={(_place, label) => <span className="soft">{label}</span>}
          beside={aligned && { ...aligned, sign, frame, onScroll: follow }}
        />
      )}
    </Panel>
  );
}
