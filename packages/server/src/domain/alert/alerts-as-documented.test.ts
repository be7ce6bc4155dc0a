import { monitorEventTypes } from '@extaudit/engine/vocabulary';
import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { test } from 'node:test';
import { outgoingProblem } from '../../testing/outgoing-problem.ts';
import { startTestAlerts } from '../../testing/test-alerts.ts';
import { startTestReceiver } from '../../testing/test-receiver.ts';
import { insertMonitorEvents } from '../../storage/monitor/monitor-event.ts';
import { detectChanges } from '../monitor/detect-changes.ts';
import type { SeenState } from '../monitor/seen-state.ts';
import { writeDeliveries } from './write-deliveries.ts';

const extensionId = 'd'.repeat(32);

const before: SeenState = {
  version: '1.4',
  name: 'Tab Counter',
  status: 'active',
  isListed: true,
  verdict: null,
  publisher: { id: 'pub-1', author: 'Ada', email: 'ada@example.org' },
  isKnownMalicious: false,
  package: { sha256: 'ab'.repeat(32), origin: 'store' },
  manifest: {
    version: '1.4',
    permissions: ['tabs'],
    hosts: [],
    optionalPermissions: [],
    optionalHosts: [],
    author: 'Ada',
    keys: [['background', 'aa', '{}']],
  },
  report: {
    version: '1.4',
    rulesetHash: 'rules-1',
    riskScore: 12,
    riskLevel: 'low',
    classification: 'clean',
    headline: 'It reads every page you visit.',
    packageClass: 'clean',
    findings: [],
    hosts: [],
    flows: [],
    signingKeys: ['key-1'],
  },
  alarmingReviews: [],
};

/** Everything at once, in texts and lists as long as a hostile package can make them. */
function changedState(length: number): SeenState {
  const text = `<\u0000\uD800${'x'.repeat(length)}`;
  const many = Array.from({ length: length + 1 }, (_, index) => `${text}${index}`);
  const { manifest, report } = before;
  assert.ok(manifest && report);
  return {
    ...before,
    version: '1.5',
    name: text,
    status: 'obsolete',
    isListed: false,
    verdict: 'malware',
    publisher: { id: text, author: text, email: text },
    isKnownMalicious: true,
    manifest: {
      ...manifest,
      version: '1.5',
      permissions: many,
      hosts: many,
      optionalPermissions: many,
      optionalHosts: many,
      keys: many.map((key) => [key, 'bb', JSON.stringify(text)]),
    },
    report: {
      ...report,
      version: '1.5',
      riskScore: 97,
      riskLevel: 'critical',
      classification: 'malicious',
      packageClass: 'malicious',
      findings: many.map((title, index) => ({
        id: `finding-${index}`,
        severity: 'critical',
        confidence: 'high',
        nature: 'behavior',
        title,
      })),
      flows: [
        ...many.map(
          (host) => ({ source: 'cookies', sink: 'network', direction: 'theft', host }) as const,
        ),
        { source: 'page-message', sink: 'download', direction: 'exposure', host: '' },
      ],
      signingKeys: [],
    },
    alarmingReviews: ['review-1'],
  };
}

test('every type of alert arrives as the OpenAPI document describes it, however much a package says', async () => {
  await using alerts = await startTestAlerts();
  await using receiver = await startTestReceiver();
  const { monitorId, work, database, services } = alerts;
  await alerts.addWebhook({ url: receiver.url, events: [...monitorEventTypes] });
  const reviews = [{ reviewId: 'review-1', rating: 1, date: '2026-05-06', text: 'a virus' }];
  for (const length of [0, 400]) {
    const { events } = detectChanges(before, changedState(length), { reviews });
    assert.deepEqual(events.map(({ type }) => type).toSorted(), monitorEventTypes.toSorted());
    const at = services.now();
    const stored = events.map(({ type: eventType, ...detected }) => {
      const event = { eventId: randomUUIDv7(), monitorId, eventType, extensionId };
      return { ...event, ...detected, createdAt: at, at };
    });
    await database.db.transaction().execute(async (trx) => {
      await insertMonitorEvents(trx, { accountId: alerts.accountId, monitorId }, stored);
      await writeDeliveries(trx, work.queue, stored, at);
    });
    await alerts.run(await alerts.takeJobs());
  }
  assert.equal(receiver.received.length, 2 * monitorEventTypes.length);
  for (const request of receiver.received) {
    const alert = JSON.parse(request.body.toString()) as { readonly event: string };
    assert.equal(outgoingProblem(request, { event: alert.event }), undefined, alert.event);
    const others = monitorEventTypes.filter((event) => event !== alert.event);
    for (const event of others) assert.ok(outgoingProblem(request, { event }), event);
  }
});
