import { Button, Modal, Switch } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { operations, reading, useChange } from '../../../api/api.ts';
import { useMay } from '../../../api/session.ts';
import { Problem } from '../../../components/alert.tsx';
import { Answer } from '../../../components/answer.tsx';
import { ConfirmButton } from '../../../components/confirm-button.tsx';
import { Page, Panel } from '../../../components/page.tsx';
import { SendingState } from '../../../components/sending-state.tsx';
import { draftOf, type Subscription } from '../draft.ts';
import { SubscriptionForm } from '../subscription-form.tsx';
import { Deliveries } from './deliveries.tsx';
import { SubscriptionFacts } from './subscription-facts.tsx';

/** One subscription: what it tells whom, how that went, and a test. */
export function SubscriptionPage() {
  const { subscriptionId } = useParams({ from: '/members/subscriptions/$subscriptionId' });
  const query = useQuery(reading(operations.getSubscription, { params: { subscriptionId } }));
  return (
    <Answer query={query}>
      {({ data: { subscription } }) => (
        <Page
          title={subscription.name}
          lead="Subscription"
          actions={<Actions subscription={subscription} />}
        >
          <Panel title="What is told, and where">
            <div className="stack">
              <SendingState receiver={subscription} />
              <SubscriptionFacts subscription={subscription} />
            </div>
          </Panel>
          <Deliveries subscriptionId={subscriptionId} />
        </Page>
      )}
    </Answer>
  );
}

function Actions({ subscription }: { readonly subscription: Subscription }) {
  const may = useMay();
  const navigate = useNavigate();
  const update = useChange(operations.updateSubscription);
  const remove = useChange(operations.deleteSubscription, () =>
    navigate({ to: '/subscriptions', replace: true }),
  );
  const params = { subscriptionId: subscription.id };
  return (
    <>
      {may(operations.updateSubscription) && (
        <>
          <Switch
            label="Send"
            checked={subscription.enabled}
            onChange={(event) =>
              update.mutate({ params, body: { enabled: event.currentTarget.checked } })
            }
          />
          <Problem error={update.error} />
          <Change subscription={subscription} />
        </>
      )}
      {may(operations.deleteSubscription) && (
        <ConfirmButton
          label="Delete"
          title="Delete this subscription?"
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate({ params })}
        >
          Its log and what was still to be delivered go with it. Events stay.
        </ConfirmButton>
      )}
    </>
  );
}

function Change({ subscription }: { readonly subscription: Subscription }) {
  const [opened, { open, close }] = useDisclosure(false);
  const update = useChange(operations.updateSubscription, close);
  const params = { subscriptionId: subscription.id };
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={open}>
        Change
      </Button>
      <Modal opened={opened} onClose={close} title="Change the subscription" size="lg">
        <SubscriptionForm
          initial={draftOf(subscription)}
          button="Save"
          pending={update.isPending}
          error={update.error}
          onSubmit={(body) => update.mutate({ params, body })}
        />
      </Modal>
    </>
  );
}
