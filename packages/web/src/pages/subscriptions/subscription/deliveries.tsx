import { useQuery } from '@tanstack/react-query';
import { operations, reading, useChange } from '../../../api/api.ts';
import { useMay } from '../../../api/session.ts';
import { Answer } from '../../../components/answer.tsx';
import {
  deliveriesMax,
  DeliveryAttempts,
  DeliveryLog,
  untilDelivered,
} from '../../../components/delivery-log.tsx';
import { Panel } from '../../../components/page.tsx';
import { SendButton } from '../../../components/send-button.tsx';

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
            <SendButton label="Send a test" change={test} input={{ params }} />
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
            <div className="row">
              <SendButton label="Send again" change={replay} input={{ params }} />
            </div>
          )}
        </DeliveryAttempts>
      )}
    </Answer>
  );
}
