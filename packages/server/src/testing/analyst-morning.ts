import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { requestCover } from '../domain/monitor/cover-watched.ts';
import { scheduleChecks } from '../domain/monitor/schedule-checks.ts';
import { loadBundled } from '../intel/load-bundled.ts';
import { startTestAddOnStore } from './test-add-on-store.ts';
import { startTestApp, type TestAnswer, type TestApp } from './test-app.ts';
import { type FleetSize, makeFleet, type TestFleet } from './test-fleet.ts';
import { takeInventory } from './test-inventory.ts';
import { startTestReceiver } from './test-receiver.ts';
import { startTestStore } from './test-store.ts';
import { openTestStores } from './test-stores.ts';

type Row = Readonly<Record<string, unknown>>;

/** What a morning took and showed. */
export interface Morning {
  readonly rows: number;
  /** Of these, without a grade, each by its reason. */
  readonly reasons: Readonly<Record<string, number>>;
  /** All requests of the analyst together, without waiting for audits. */
  readonly requestSeconds: number;
  readonly waitSeconds: number;
}

/**
 * An analyst's first morning and the next one, over HTTP: what the machines have goes in, a ranked list with a grade or a
 * reason for each comes out, three decisions, a policy with a dry run, one subscription; and after the night's updates one message.
 */
export async function playMorning(size: FleetSize): Promise<Morning> {
  const fleet = await makeFleet(size);
  await using chrome = await startTestStore();
  await using addOns = await startTestAddOnStore();
  await using receiver = await startTestReceiver();
  const stores = new Map();
  const app = await startTestApp({ work: true, services: { stores } });
  try {
    for (const [name, connector] of openTestStores(
      { ...chrome, firefoxUrl: addOns.firefoxUrl },
      app.services,
    ))
      stores.set(name, connector);
    await loadBundled(app.database.db);
    const cookie = await app.signIn('analyst');
    await app.work?.pretendWorker();
    await app.work?.startWorkers({ stores, now: app.services.now });
    const clock = startClock();
    const analyst = new Analyst(app, cookie, fleet, clock);
    fleet.publish({ chrome, addOns }, 1);
    const inventoryId = await analyst.take(1);
    const rows = await analyst.rankedRows(inventoryId);
    await analyst.decide();
    await analyst.tryPolicy(inventoryId);
    await analyst.subscribe(receiver.url);
    fleet.publish({ chrome, addOns }, 2);
    await analyst.sleepOver(inventoryId);
    const [message, ...more] = await receiver.until(1);
    analyst.readMessage(String(message?.body));
    await analyst.settled(inventoryId);
    assert.equal(more.length + receiver.received.length, 1, 'one update is one message');
    const reasons = rows.map(({ reason }) => codeOf(reason)).filter((code) => code !== '');
    const { requestSeconds, waitSeconds } = clock;
    return {
      rows: rows.length,
      reasons: Object.fromEntries(
        [...Map.groupBy(reasons, (code) => code)].map(([code, { length }]) => [code, length]),
      ),
      requestSeconds,
      waitSeconds,
    };
  } finally {
    await app.close();
  }
}

interface Clock {
  requestSeconds: number;
  waitSeconds: number;
  during<T>(what: 'requestSeconds' | 'waitSeconds', act: () => Promise<T>): Promise<T>;
}

function startClock(): Clock {
  const clock: Clock = {
    requestSeconds: 0,
    waitSeconds: 0,
    async during(what, act) {
      const begun = performance.now();
      try {
        return await act();
      } finally {
        clock[what] += (performance.now() - begun) / 1_000;
      }
    },
  };
  return clock;
}

/** Asks as a person would, and checks what a person would look at. */
class Analyst {
  readonly #app: TestApp;
  readonly #cookie: string;
  readonly #fleet: TestFleet;
  readonly #clock: Clock;

  constructor(app: TestApp, cookie: string, fleet: TestFleet, clock: Clock) {
    this.#app = app;
    this.#cookie = cookie;
    this.#fleet = fleet;
    this.#clock = clock;
  }

  async take(day: 1 | 2): Promise<string> {
    const rows = this.#fleet.osquery(day);
    const { inventoryId, answer } = await this.#clock.during('requestSeconds', () =>
      takeInventory(this.#app, this.#cookie, rows, 'source=osquery'),
    );
    const imported = answer.body.data['import'] as Row;
    assert.deepEqual([imported['rows'], imported['skipped_rows']], [rows.length, 0]);
    return inventoryId;
  }

  /** All of them in one call, the riskiest first, once nothing is under way. */
  async rankedRows(inventoryId: string): Promise<readonly Row[]> {
    await this.settled(inventoryId);
    const { body } = await this.#ask(
      'GET',
      `/api/v1/inventories/${inventoryId}/rows?page_size=500`,
    );
    assert.deepEqual(
      new Set(body.result.map(({ extension_id }) => extension_id)),
      new Set(this.#fleet.ids),
    );
    for (const { risk, reason, extension_id } of body.result)
      assert.ok((risk === null) !== (reason === null), `${String(extension_id)} has one of both`);
    const scores = body.result.flatMap(
      ({ risk }) => ((risk as Row | null)?.['score'] as number) ?? [],
    );
    assert.deepEqual(
      scores,
      scores.toSorted((left, right) => right - left),
    );
    const by = (id: string) => body.result.find(({ extension_id }) => extension_id === id);
    const malicious = by(this.#fleet.malicious)?.['risk'] as Row | undefined;
    assert.equal(malicious?.['classification'], 'malicious');
    assert.equal(by(this.#fleet.gaining.id)?.['basis'], 'package');
    return body.result;
  }

  async decide(): Promise<void> {
    const { malicious, gaining, addOn } = this.#fleet;
    const reason = 'Decided in the morning.';
    const inNinetyDays = new Date(this.#app.services.now().getTime() + 90 * 86_400_000);
    const expires = inNinetyDays.toISOString().slice(0, 10);
    for (const json of [
      { action: 'block', extension_id: malicious, reason },
      { action: 'accept', extension_id: gaining.id, until_gain: true, reason, expires },
      { action: 'watch', extension_id: addOn, reason },
    ]) {
      const { status, body } = await this.#ask('POST', '/api/v1/decisions', json);
      assert.equal(status, 201, body.error);
    }
  }

  async tryPolicy(inventoryId: string): Promise<void> {
    const { status, body } = await this.#ask('POST', '/api/v1/policy', {
      rules: ['block critical', 'block permission debugger'],
      inventory_id: inventoryId,
    });
    assert.equal(status, 200, body.error);
    const { losses } = body.data['dry_run'] as { losses: readonly Row[] };
    const loss = losses.find(({ extension_id }) => extension_id === this.#fleet.malicious);
    assert.ok(Number(loss?.['machines']) > 0, JSON.stringify(losses.slice(0, 3)));
    const kept = losses.find(({ extension_id }) => extension_id === this.#fleet.gaining.id);
    assert.equal(kept, undefined, 'what was accepted is not blocked');
  }

  async subscribe(url: string): Promise<void> {
    const { status, body } = await this.#ask('POST', '/api/v1/subscriptions', {
      name: 'Morning',
      url,
      min_severity: 'medium',
    });
    assert.equal(status, 201, body.error);
    const { db } = this.#app.database;
    await this.#until(async () => {
      await requestCover(this.#app.services);
      const monitors = await db.selectFrom('monitor').select('extension_id').execute();
      const held = await db.selectFrom('extension').select('extension_id').execute();
      return monitors.length === held.length;
    });
  }

  /** The night's update is noticed, and the next inventory has it. */
  async sleepOver(inventoryId: string): Promise<void> {
    this.#app.clock.skipSeconds += 86_400;
    await scheduleChecks(this.#app.services, 3_600);
    assert.equal(await this.take(2), inventoryId);
    await this.settled(inventoryId);
    const { body } = await this.#ask('GET', `/api/v1/inventories/${inventoryId}/changes`);
    const changes = body.data['changes'] as readonly Row[];
    assert.deepEqual(
      changes.map(({ what, extension_id }) => [what, extension_id]),
      [['updated', this.#fleet.gaining.id]],
    );
  }

  readMessage(text: string): void {
    const message = JSON.parse(text) as {
      readonly event: string;
      readonly data: { readonly updates: readonly Row[] };
    };
    const [update, ...others] = message.data.updates;
    assert.deepEqual(
      [message.event, others, update?.['extension_id'], update?.['new_version']],
      ['update', [], this.#fleet.gaining.id, '2.0'],
    );
    assert.match(JSON.stringify(update?.['gained']), /Permissions added: debugger/);
    assert.match(JSON.stringify(update?.['gained']), /The decision of .+ was taken back/);
    assert.notEqual(update?.['headline'], '');
  }

  async settled(inventoryId: string): Promise<void> {
    await this.#until(async () => {
      const path = `/api/v1/inventories/${inventoryId}/rows?page_size=500`;
      const { body } = await this.#app.send('GET', path, { cookie: this.#cookie });
      return body.result.every(({ reason }) => !codeOf(reason).startsWith('being_'));
    });
  }

  #ask(method: string, path: string, json?: object): Promise<TestAnswer> {
    const request = { cookie: this.#cookie, ...(json && { json }) };
    return this.#clock.during('requestSeconds', () => this.#app.send(method, path, request));
  }

  #until(isReached: () => Promise<boolean>): Promise<void> {
    return this.#clock.during('waitSeconds', async () => {
      while (!(await isReached())) await sleep(200);
    });
  }
}

function codeOf(reason: unknown): string {
  return (reason as { readonly code: string } | null)?.code ?? '';
}
