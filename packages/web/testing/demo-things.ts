import type { Send } from './demo-pages.ts';

// What the pages of an account show, made where there is none: an inventory, decisions, a subscription, a monitor.

interface Extension {
  readonly extension_id: string;
  readonly name: string;
  readonly version: string;
}

const people = ['ada', 'grace', 'edsger', 'barbara', 'donald', 'margaret'];

/** Each extension is on fewer machines than the one before. @returns the inventory's id */
export async function inventoryOf(send: Send, extensions: readonly Extension[]): Promise<string> {
  const [known] = (await send('GET', '/api/v1/inventories')).result;
  if (known) return String(known['inventory_id']);
  const rows = extensions.flatMap(({ extension_id, name, version }, index) =>
    people
      .slice(index % people.length)
      .map((user, machine) => [`laptop-${machine + 10}`, user, extension_id, name, version]),
  );
  const lines = [['machine', 'user', 'extension_id', 'name', 'version'], ...rows];
  const table = lines
    .map((cells) => cells.map((cell) => JSON.stringify(cell)).join(','))
    .join('\n');
  const body = new FormData();
  body.set('file', new File([table], 'fleet.csv'));
  const { data } = await send('POST', '/api/v1/inventories?source=fleet', body);
  return (data['inventory'] as { readonly inventory_id: string }).inventory_id;
}

/** One finding is accepted, and one extension blocked. */
export async function decideOf(
  send: Send,
  accepted: { readonly extensionId: string; readonly rule: string },
  blocked: Extension | undefined,
): Promise<void> {
  const known = await send('GET', '/api/v1/decisions');
  if (known.result.length > 0) return;
  await send('POST', '/api/v1/decisions', {
    action: 'accept',
    extension_id: accepted.extensionId,
    rule: accepted.rule,
    reason: 'The vendor answered: it is what the product is for, and only the test bench has it.',
    expires: new Date(Date.now() + 90 * 86_400_000).toISOString().slice(0, 10),
  });
  if (!blocked) return;
  await send('POST', '/api/v1/decisions', {
    action: 'block',
    extension_id: blocked.extension_id,
    reason: 'Nobody needs it, and it reads every page.',
  });
}

/** @returns the id of the first one */
export async function subscriptionOf(send: Send, inventoryId: string): Promise<string> {
  const { subscriptions } = (await send('GET', '/api/v1/subscriptions')).data as {
    readonly subscriptions: readonly { readonly id: string }[];
  };
  const [known] = subscriptions;
  if (known) return known.id;
  const created = await send('POST', '/api/v1/subscriptions', {
    name: 'Security channel',
    inventory_id: inventoryId,
    min_severity: 'medium',
    frequency: 'daily',
    url: 'https://hooks.example.org/extaudit',
  });
  const { id } = created.data['subscription'] as { readonly id: string };
  await send('POST', `/api/v1/subscriptions/${id}/test`);
  return id;
}

/** @returns the id of the extension's monitor */
export async function monitorOf(send: Send, extensionId: string): Promise<string> {
  const { monitors } = (await send('GET', '/api/v1/monitors')).data as {
    readonly monitors: readonly { readonly id: string; readonly extension_id: string }[];
  };
  const known = monitors.find(({ extension_id }) => extension_id === extensionId);
  if (known) return known.id;
  const created = await send('POST', '/api/v1/monitors', { extension_id: extensionId });
  return (created.data['monitor'] as { readonly id: string }).id;
}
