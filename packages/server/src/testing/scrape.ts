import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/** Values by name with labels, as Prometheus' text has them. */
export type Scraped = ReadonlyMap<string, number>;

export async function scrape(url: string): Promise<Scraped> {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/plain; version=0\.0\.4/);
  const lines = (await response.text()).split('\n').filter((line) => /^\w/.test(line));
  return new Map(
    lines.map((line) => {
      const space = line.lastIndexOf(' ');
      return [line.slice(0, space), Number(line.slice(space + 1))];
    }),
  );
}

/** Scrapes until the values are as they should be, for 20 s at most. */
export async function scrapeUntil(
  url: string,
  isAsked: (values: Scraped) => boolean,
): Promise<Scraped> {
  const deadline = Date.now() + 20_000;
  for (;;) {
    const values = await scrape(url);
    if (isAsked(values)) return values;
    assert.ok(Date.now() < deadline, JSON.stringify([...values], undefined, 1));
    await sleep(200);
  }
}
