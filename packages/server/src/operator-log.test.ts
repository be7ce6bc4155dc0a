import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pino from 'pino';
import { operatorLog } from './operator-log.ts';

describe('what a running service tells its operator', () => {
  const message = 'The webhook to hooks.example.org was disabled.';

  it('is a JSON line like those of requests, and not told twice', () => {
    const lines: string[] = [];
    const texts: string[] = [];
    const logger = pino({ name: 'extaudit' }, { write: (line: string) => lines.push(line) });
    operatorLog({ logger, log: (text) => texts.push(text) })(message);
    const [line = '', ...more] = lines;
    const { name, msg, level } = JSON.parse(line) as Record<string, unknown>;
    assert.deepEqual([name, msg, level, more, texts], ['extaudit', message, 40, [], []]);
  });

  it('is text where requests are not logged', () => {
    const texts: string[] = [];
    operatorLog({ log: (text) => texts.push(text) })(message);
    assert.deepEqual(texts, [message]);
  });
});
