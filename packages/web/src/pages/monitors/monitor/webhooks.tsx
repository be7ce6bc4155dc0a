import { Switch } from '@mantine/core';
import { monitorEventTypes } from '@extaudit/engine/vocabulary';
import type { CallResult } from '@extaudit/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { operations, reading, useChange, type DataIn } from '../../../api/api.ts';
import { useMay } from '../../../api/session.ts';
import { Problem } from '../../../components/alert.tsx';
import { Answer } from '../../../components/answer.tsx';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { words } from '../../../components/format.tsx';
import { formatNames } from '../../../components/message-formats.ts';
import { Panel } from '../../../components/page.tsx';
import { SecretOnce } from '../../../components/secret-once.tsx';
import { SendingState } from '../../../components/sending-state.tsx';
import { Deliveries } from './deliveries.tsx';
import { NewWebhook } from './new-webhook.tsx';
import styles from './webhooks.module.css';

type Webhook = DataIn<CallResult<typeof operations.listWebhooks>>['webhooks'][number];

/** Who is told of this monitor's events, and how that went. */
export function Webhooks({ monitorId }: { readonly monitorId: string }) {
  const may = useMay();
  const [secret, setSecret] = useState<string>();
  const webhooks = useQuery(reading(operations.listWebhooks, { params: { monitorId } }));
  return (
    <Panel flush title="Webhooks">
      <Answer query={webhooks} rows={2}>
        {({ data }) => (
          <>
            {data.webhooks.length === 0 && (
              <p className="soft note">Nobody is told of changes here yet.</p>
            )}
            {data.webhooks.map((webhook) => (
              <Entry key={webhook.id} webhook={webhook} onSecret={setSecret} />
            ))}
          </>
        )}
      </Answer>
      {may(operations.createWebhook) && <NewWebhook monitorId={monitorId} onSecret={setSecret} />}
      <SecretOnce
        title="The webhook's secret"
        secret={secret}
        hint="With it the receiver checks the signature of what it gets."
        onClose={() => setSecret(undefined)}
      />
    </Panel>
  );
}

function Entry({
  webhook,
  onSecret,
}: {
  readonly webhook: Webhook;
  readonly onSecret: (secret: string) => void;
}) {
  const may = useMay();
  const params = { monitorId: webhook.monitor_id, webhookId: webhook.id };
  const update = useChange(operations.updateWebhook);
  const remove = useChange(operations.deleteWebhook);
  const rotate = useChange(operations.rotateSigningSecret, ({ data }) => onSecret(data.secret));
  return (
    <article className={styles['webhook']}>
      <div className="row">
        <code className="foreign">{webhook.url}</code>
        <span className="soft small">
          {formatNames[webhook.format]},{' '}
          {webhook.events.length === monitorEventTypes.length
            ? 'all events'
            : webhook.events.map(words).join(', ')}
        </span>
      </div>
      <SendingState receiver={webhook} />
      <div className="row">
        {may(operations.updateWebhook) && (
          <Switch
            label="Send"
            checked={webhook.enabled}
            onChange={(event) =>
              update.mutate({ params, body: { enabled: event.currentTarget.checked } })
            }
          />
        )}
        {may(operations.rotateSigningSecret) && (
          <ConfirmButton
            label="Replace secret"
            title="Replace the webhook's secret?"
            pending={rotate.isPending}
            error={rotate.error}
            onConfirm={() => rotate.mutate({ params })}
          >
            For 24 hours what is sent is signed with both, so that the receiver can change over.
          </ConfirmButton>
        )}
        {may(operations.deleteWebhook) && (
          <ConfirmButton
            label="Delete"
            title="Delete this webhook?"
            pending={remove.isPending}
            error={remove.error}
            onConfirm={() => remove.mutate({ params })}
          >
            Its log goes with it, and what was still to be delivered.
          </ConfirmButton>
        )}
        <Problem error={update.error} />
      </div>
      <Deliveries {...params} />
    </article>
  );
}
