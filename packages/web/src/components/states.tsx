import { Button, Skeleton } from '@mantine/core';
import type { ReactNode } from 'react';
import { ApiError } from '../api/api.ts';
import styles from './states.module.css';

/** Why there is nothing here, and what to do about it. */
export function Empty({
  title,
  children,
}: {
  readonly title: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className={styles['state']}>
      <h2>{title}</h2>
      {children && <div className="soft">{children}</div>}
    </div>
  );
}

/** What went wrong, in the service's words, and the way on. */
export function Failure({ error, retry }: { readonly error: Error; readonly retry?: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : undefined;
  return (
    <div className={styles['state']} role="alert">
      <h2>{titleOf(error)}</h2>
      <p className="soft foreign">{sentenceOf(error)}</p>
      {requestId !== undefined && (
        <p className="soft small">
          Request <code>{requestId}</code>
        </p>
      )}
      {retry && mayPass(error) && (
        <Button variant="default" onClick={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

/** The service is away, or was replaced by a newer one, which has other files. */
export class PageNotLoaded extends Error {}

/** Whether asking again can help: it cannot where the address asks for what is not there or not allowed. */
function mayPass(error: Error): boolean {
  return !(error instanceof ApiError) || ![400, 403, 404].includes(error.status);
}

function titleOf(error: Error): string {
  if (error instanceof PageNotLoaded) return 'This page could not be loaded';
  if (!(error instanceof ApiError)) return 'The service does not answer';
  if (error.status === 404) return 'Not found';
  if (error.status === 403) return 'Not allowed';
  return 'This did not work';
}

/** `the code is wrong` -> `The code is wrong.` */
export function sentenceOf(error: Error): string {
  const message =
    error instanceof ApiError || error instanceof PageNotLoaded
      ? error.message
      : 'check that it is running and that this machine reaches it';
  return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.!?]$/.test(message) ? '' : '.'}`;
}

export function Loading({ rows = 6 }: { readonly rows?: number }) {
  return (
    <div className={styles['loading']} role="status">
      <span className="visually-hidden">Loading</span>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height={18} />
      ))}
    </div>
  );
}
