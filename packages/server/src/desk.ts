import type { Catalogue } from './catalogue.ts';
import type { Config } from './config.ts';
import type { Mailer } from './domain/alert/create-subscription.ts';
import { queueSettings } from './jobs/index.ts';
import { createDestinationGuard, type DestinationGuard } from './outbound/guard-destination.ts';
import { createMailer } from './outbound/send-mail.ts';
import { startStep } from './start-step.ts';
import { hasSealedSecret } from './storage/account/sealed-secret.ts';
import { openQueue, type Queue } from './storage/database/queue.ts';
import { openSecretBox, type SecretBox } from './storage/database/secret-box.ts';

/** What the command line takes inventories and makes subscriptions with: jobs that it sends are the service's to do. */
export interface Desk extends Catalogue {
  readonly queue: Queue;
  readonly secrets: SecretBox;
  readonly destinations: DestinationGuard;
  readonly mailer: Mailer | undefined;
}

/** @param catalogue stays open; only what is opened beside it is closed */
export async function openDesk(config: Config, catalogue: Catalogue): Promise<Desk> {
  const secrets = await startStep(
    `the file ${config.secretsKeyFile} with the key of secrets cannot be used`,
    openSecretBox(config.secretsKeyFile, () => hasSealedSecret(catalogue.db)),
  );
  const queue = await openQueue(catalogue.directUrl, queueSettings());
  const destinations = createDestinationGuard({ allowPrivate: config.allowPrivateDestinations });
  const beside = { secrets, queue, destinations, mailer: mailerOf(config) };
  return { ...catalogue, ...beside, [Symbol.asyncDispose]: () => queue.close() };
}

/** @returns `undefined` where no mail server is named */
export function mailerOf({ smtpUrl, mailFrom }: Config): Mailer | undefined {
  if (smtpUrl === undefined || mailFrom === undefined) return undefined;
  return createMailer({ smtpUrl, from: mailFrom });
}
