import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { operations, useChange } from '../../api/api.ts';
import { SecretOnce } from '../../components/secret-once.tsx';
import { emptyDraft } from './draft.ts';
import { SubscriptionForm } from './subscription-form.tsx';

interface Made {
  readonly id: string;
  readonly secret: string | undefined;
}

/** Makes one, shows its secret once, and goes to its page, where a test can be sent. */
export function NewSubscription() {
  const navigate = useNavigate();
  const [opened, { open, close }] = useDisclosure(false);
  const [made, setMade] = useState<Made>();
  const show = (id: string): void =>
    void navigate({ to: '/subscriptions/$subscriptionId', params: { subscriptionId: id } });
  const create = useChange(operations.createSubscription, ({ data }) => {
    close();
    if (data.secret === undefined) show(data.subscription.id);
    else setMade({ id: data.subscription.id, secret: data.secret });
  });
  return (
    <>
      <Button onClick={open}>New subscription</Button>
      <Modal opened={opened} onClose={close} title="New subscription" size="lg">
        <SubscriptionForm
          initial={emptyDraft}
          button="Subscribe"
          pending={create.isPending}
          error={create.error}
          onSubmit={(body) => create.mutate({ body })}
        />
      </Modal>
      <SecretOnce
        title="The subscription's secret"
        secret={made?.secret}
        hint="With it the receiver checks the signature of what it gets."
        onClose={() => made && show(made.id)}
      />
    </>
  );
}
