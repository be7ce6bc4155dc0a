import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ApiError, operations, reading, useChange } from '../../../api/api.ts';
import { useMay } from '../../../api/session.ts';
import { Problem } from '../../../components/alert.tsx';
import { Empty, Failure, Loading } from '../../../components/states.tsx';
import { isRunning, useAnalysis, useExtension, useVersion, type Report } from './use-extension.ts';

/** Shows what comes from the version's report, or why there is none and how to get it. */
export function WithReport({ children }: { readonly children: (report: Report) => ReactNode }) {
  const { data, error, refetch, isUnaudited } = useAnalysis();
  const { version } = useVersion();
  const versions = useExtension().data?.data.extension_versions;
  const isUnknownVersion = versions && !versions.some((known) => known.version === version);
  const isNone = error instanceof ApiError && error.status === 404;
  if (error && !data && !isNone) return <Failure error={error} retry={() => void refetch()} />;
  if (isUnknownVersion) return <Empty title={`There is no version ${version.slice(0, 40)}`} />;
  if (isUnaudited || (isNone && !data)) {
    return (
      <Empty title="This version was not audited yet">
        <AuditButton label="Audit it now" />
      </Empty>
    );
  }
  if (!data) return <Loading rows={10} />;
  const { report, status, error: reason } = data.data;
  if (report) return children(report);
  if (isRunning(data.data)) {
    return (
      <Empty title={status === 'queued' ? 'The audit waits for its turn' : 'The audit is running'}>
        The report appears here by itself. You can leave this page.
      </Empty>
    );
  }
  return (
    <Empty title="The audit failed">
      <p className="foreign">{reason}</p>
      <AuditButton label="Try again" />
    </Empty>
  );
}

export function AuditButton({
  label,
  force,
}: {
  readonly label: string;
  readonly force?: boolean;
}) {
  const params = useVersion();
  const may = useMay();
  const client = useQueryClient();
  const trigger = useChange(
    operations.triggerAnalysis,
    () => void client.fetchQuery(reading(operations.getVersionAnalysis, { params })),
  );
  if (!may(operations.triggerAnalysis)) return null;
  return (
    <>
      <Button
        loading={trigger.isPending}
        onClick={() => trigger.mutate({ params, body: { ...params, ...(force && { force }) } })}
      >
        {label}
      </Button>
      <Problem error={trigger.error} />
    </>
  );
}
