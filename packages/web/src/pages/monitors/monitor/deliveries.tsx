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
import { SendButton } from '../../../components/send-button.tsx';

interface WebhookParams {
  readonly monitorId: string;
  readonly webhookId: string;
}

/** The log of one webhook, with a test and another try. */
export function Deliveries(params: WebhookParams) {
  const may = useMay();
  const list = useQuery({
    ...reading(operations.listDeliveries, { params, query: { page_size: deliveriesMax } }),
    refetchInterval: untilDelivered,
  });
  const test = useChange(operations.testWebhook);
  const replay = useChange(operations.replayFailedDeliveries);
  const hasFailed = list.data?.result.some(({ state }) => state === 'exhausted');
  return (
    <>
      <div className="row">
        {may(operations.testWebhook) && (
          <SendButton label="Send a test" change={test} input={{ params }} />
        )}
        {hasFailed && may(operations.replayFailedDeliveries) && (
          <SendButton label="Send again all that failed" change={replay} input={{ params }} />
        )}
      </div>
      <DeliveryLog list={list}>
        {(deliveryId) => <OneDelivery params={{ ...params, deliveryId }} />}
      </DeliveryLog>
    </>
  );
}

function OneDelivery({
  params,
}: {
  readonly params: WebhookParams & { readonly deliveryId: string };
}) {
  const may = useMay();
  const delivery = useQuery(reading(operations.getDelivery, { params }));
  const replay = useChange(operations.replayDelivery);
  return (
    <Answer query={delivery}>
      {({ data: { delivery } }) => (
        <DeliveryAttempts delivery={delivery}>
          {delivery.event_id !== null && may(operations.replayDelivery) && (
            <div className="row">
              <SendButton label="Send again" change={replay} input={{ params }} />
            </div>
          )}
        </DeliveryAttempts>
      )}
    </Answer>
  );
}
