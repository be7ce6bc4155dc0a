import { Button, Switch } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { operations, reading, useChange } from '../../../api/api.ts';
import { useMay } from '../../../api/session.ts';
import { Problem } from '../../../components/alert.tsx';
import { Answer } from '../../../components/answer.tsx';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { EventList } from '../../../components/event-list.tsx';
import { ExtensionLink } from '../../../components/extension-link.tsx';
import { countOf, Moment } from '../../../components/format.tsx';
import { Page, Panel } from '../../../components/page.tsx';
import { Webhooks } from './webhooks.tsx';

/** One monitor: what it has noticed, who is told, and a check at once. */
export function MonitorPage() {
  const { monitorId } = useParams({ from: '/members/monitors/$monitorId' });
  const monitor = useQuery(reading(operations.getMonitor, { params: { monitorId } }));
  return (
    <Answer query={monitor}>
      {({ data }) => (
        <Page
          title="Monitor"
          lead={<ExtensionLink extensionId={data.monitor.extension_id} />}
          actions={<Actions monitorId={monitorId} enabled={data.monitor.enabled} />}
        >
          <Checks monitor={data.monitor} />
          <Webhooks monitorId={monitorId} />
          <Events extensionId={data.monitor.extension_id} />
        </Page>
      )}
    </Answer>
  );
}

function Actions({
  monitorId,
  enabled,
}: {
  readonly monitorId: string;
  readonly enabled: boolean;
}) {
  const may = useMay();
  const navigate = useNavigate();
  const update = useChange(operations.updateMonitor);
  const remove = useChange(operations.deleteMonitor, () =>
    navigate({ to: '/monitors', replace: true }),
  );
  const params = { monitorId };
  return (
    <>
      {may(operations.updateMonitor) && (
        <Switch
          label="Check on schedule"
          checked={enabled}
          onChange={(event) =>
            update.mutate({ params, body: { enabled: event.currentTarget.checked } })
          }
        />
      )}
      <Problem error={update.error} />
      {may(operations.deleteMonitor) && (
        <ConfirmButton
          label="Delete"
          title="Delete this monitor?"
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ params })}
        >
          Its webhooks and what was still to be delivered go with it.
        </ConfirmButton>
      )}
    </>
  );
}

/** When it was and will be compared with what is in its store, and now. */
function Checks({ monitor: { id: monitorId, checked_at, next_check_at } }: ChecksProps) {
  const may = useMay();
  const detect = useChange(operations.detectChanges);
  const result = detect.data?.data;
  return (
    <Panel>
      <div className="row">
        {may(operations.detectChanges) && (
          <Button
            variant="default"
            loading={detect.isPending}
            onClick={() => detect.mutate({ params: { monitorId } })}
          >
            Check for changes now
          </Button>
        )}
        <span className="soft">
          {checked_at === null ? (
            'Not checked yet'
          ) : (
            <>
              Checked <Moment at={checked_at} />
            </>
          )}
          {next_check_at !== null && (
            <>
              , next <Moment at={next_check_at} />
            </>
          )}
          .
        </span>
        {result && (
          <span role="status">
            {result.is_pending
              ? 'A new version is being audited; its events follow.'
              : result.changes.length === 0
                ? 'Nothing has changed.'
                : `${countOf('change', result.changes.length)}, ${countOf('event', result.events.length)}.`}{' '}
            {result.store_error !== null && (
              <span className="soft foreign">The store was not asked: {result.store_error}.</span>
            )}
          </span>
        )}
        <Problem error={detect.error} />
      </div>
    </Panel>
  );
}

interface ChecksProps {
  readonly monitor: {
    readonly id: string;
    readonly checked_at: string | null;
    readonly next_check_at: string | null;
  };
}

function Events({ extensionId }: { readonly extensionId: string }) {
  const events = useQuery(
    reading(operations.listEvents, { query: { order: 'desc', extension_id: extensionId } }),
  );
  return (
    <Panel flush title="Events">
      <Answer query={events}>
        {({ data }) =>
          data.events.length === 0 ? (
            <p className="soft note">Nothing has changed since it is watched.</p>
          ) : (
            <EventList events={data.events} />
          )
        }
      </Answer>
    </Panel>
  );
}
