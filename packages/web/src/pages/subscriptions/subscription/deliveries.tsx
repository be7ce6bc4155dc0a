import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { operations, reading, useChange } from '../../../api/api.ts';
import { useMay } from '../../../api/session.ts';
import { Problem } from '../../../components/alert.tsx';
import { Answer } from '../../../components/answer.tsx';
import {
  deliveriesMax,
  DeliveryAttempts,
  DeliveryLog,
  untilDelivered,
} from '../../../components/delivery-log.tsx';
import { Panel } from '../../../components/page.tsx';

/** The log of one subscription, with a test and another try. */
export function Deliveries({ subscriptionId }: { readonly subscriptionId: string }) {
  const may = useMay();
  const params = { subscriptionId };
  const query = { page_size: deliveriesMax };
  const list = useQuery({
    ...reading(operations.listSubscriptionDeliveries, { params, query }),
    refetchInterval: untilDelivered,
  });
  const test = useChange(operations.testSubscription);
  return (
    <Panel title="Deliveries">
      <div className="stack">
        {may(operations.testSubscription) && (
          <div className="row">
            <Button
              variant="default"
              size="compact-sm"
              loading={test.isPending}
              onClick={() => test.mutate({ params })}
            >
              Send a test
            </Button>
            <Problem error={test.error} />
          </div>
        )}
        <DeliveryLog list={list}>
          {(deliveryId) => <OneDelivery params={{ subscriptionId, deliveryId }} />}
        </DeliveryLog>
      </div>
    </Panel>
  );
}

function OneDelivery({
  params,
}: {
  readonly params: { readonly subscriptionId: string; readonly deliveryId: string };
}) {
  const may = useMay();
  const delivery = useQuery(reading(operations.getSubscriptionDelivery, { params }));
  const replay = useChange(operations.replaySubscriptionDelivery);
  return (
    <Answer query={delivery}>
      {({ data: { delivery } }) => (
        <DeliveryAttempts delivery={delivery}>
          {may(operations.replaySubscriptionDelivery) && (
            <Button
              variant="default"
              loading={replay.isPending}
              onClick={() => replay.mutate({ params })}
            >
              Send again
            </Button>
          )}
          <Problem error={replay.error} />
        </DeliveryAttempts>
      )}
    </Answer>
  );
}
