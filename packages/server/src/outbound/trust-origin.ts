import { createDestinationGuard, type DestinationGuard } from './guard-destination.ts';

/** Request lines of 8 KiB are what common servers take. */
const urlCharactersMax = 8_192;

/**
 * A guard that lets pass what leads to the origin that the operator has configured, wherever that is, and asks the
 * given one about everything else.
 */
export function trustOrigin(guard: DestinationGuard, configuredUrl: string): DestinationGuard {
  const { origin } = new URL(configuredUrl);
  const open = createDestinationGuard({ allowPrivate: ['0.0.0.0/0', '::/0'], urlCharactersMax });
  return {
    resolve: (url, options) =>
      (URL.parse(url)?.origin === origin ? open : guard).resolve(url, options),
  };
}
