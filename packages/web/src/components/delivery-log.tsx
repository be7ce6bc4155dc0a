import { Button, Modal } from '@mantine/core';
import type { CallResult } from '@extaudit/client';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import type { DataIn, ItemOf, operations } from '../api/api.ts';
import { Answer } from './answer.tsx';
import { DataTable } from './data-table.tsx';
import styles from './delivery-log.module.css';
import { formatCount, Moment, sentenceCase } from './format.tsx';
import { LevelWord } from './risk.tsx';

type DeliveryList = CallResult<
  typeof operations.listDeliveries | typeof operations.listSubscriptionDeliveries
>;
type Delivery = ItemOf<DeliveryList>;
type DeliveryAnswer = CallResult<
  typeof operations.getDelivery | typeof operations.getSubscriptionDelivery
>;
type DeliveryDetail = DataIn<DeliveryAnswer>['delivery'];

const stateLevels = {
  delivered: 'low',
  pending: 'unknown',
  exhausted: 'high',
  cancelled: 'medium',
} as const;
const pollMilliseconds = 1_500;

/** How many of the newest are shown. */
export const deliveriesMax = 10;

/** For `refetchInterval`: while something is on its way. */
export function untilDelivered({
  state,
}: {
  readonly state: { readonly data?: DeliveryList | undefined };
}): number | false {
  const isWaiting = state.data?.result.some((delivery) => delivery.state === 'pending');
  return isWaiting ? pollMilliseconds : false;
}

/** The newest deliveries to one place; each opens its attempts. */
export function DeliveryLog({
  list,
  children,
}: {
  readonly list: UseQueryResult<DeliveryList>;
  /** The delivery with this id, in a dialogue. */
  readonly children: (deliveryId: string) => ReactNode;
}) {
  const [chosen, setChosen] = useState<string>();
  return (
    <>
      <Answer query={list} rows={2}>
        {({ result, total_count }) =>
          result.length === 0 ? (
            <p className="soft small">Nothing was sent yet.</p>
          ) : (
            <div className={styles['deliveries']}>
              <DataTable
                caption="Deliveries"
                rows={result}
                keyOf={({ id }) => id}
                columns={columns(setChosen)}
              />
              {total_count > result.length && (
                <p className="soft small note">
                  The latest {result.length} of {formatCount(total_count)}.
                </p>
              )}
            </div>
          )
        }
      </Answer>
      <Modal
        opened={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title="Delivery"
        size="xl"
      >
        {chosen !== undefined && children(chosen)}
      </Modal>
    </>
  );
}

function columns(onChoose: (id: string) => void) {
  return [
    {
      head: 'Event',
      isWide: true,
      cell: ({ event_type }: Delivery) => sentenceCase(event_type),
    },
    {
      head: 'State',
      cell: ({ state }: Delivery) => <LevelWord level={stateLevels[state]} word={state} />,
    },
    { head: 'Attempts', isNumber: true, cell: ({ attempts }: Delivery) => attempts },
    {
      head: 'Made',
      isNumber: true,
      cell: ({ created_at }: Delivery) => <Moment at={created_at} />,
    },
    {
      head: '',
      cell: ({ id }: Delivery) => (
        <Button variant="subtle" size="compact-sm" onClick={() => onChoose(id)}>
          Log
        </Button>
      ),
    },
  ];
}

/** What was sent, and each attempt with what the receiver answered. */
export function DeliveryAttempts({
  delivery,
  children,
}: {
  readonly delivery: DeliveryDetail;
  /** What can be done about it. */
  readonly children: ReactNode;
}) {
  return (
    <div className={styles['log']}>
      {delivery.attempt_log.length === 0 && <p className="soft">No attempt was made yet.</p>}
      {delivery.attempt_log.map((attempt) => (
        <div key={`${attempt.round}.${attempt.attempt}`}>
          <p>
            <Moment at={attempt.at} /> · {attempt.status ?? 'no answer'} ·{' '}
            <span className="number">{formatCount(attempt.milliseconds)} ms</span>
            {attempt.problem !== null && <span className="foreign"> · {attempt.problem}</span>}
          </p>
          {attempt.answer !== '' && <pre className="foreign">{attempt.answer}</pre>}
        </div>
      ))}
      <h3>What is sent</h3>
      <pre className="foreign" dir="ltr">
        {delivery.body}
      </pre>
      {children}
    </div>
  );
}
