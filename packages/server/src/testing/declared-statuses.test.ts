import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { statusesMissing } from './declared-statuses.ts';

describe('the law of declared statuses', () => {
  it("demands of an operation's own test what the operation declares itself", () => {
    const missing = statusesMissing('get-extension.test.ts', new Set(['get-extension 200']));
    assert.deepEqual(missing, ['get-extension 404']);
  });

  it('demands of the test of every operation what follows for each from its nature', () => {
    const missing = statusesMissing('every-operation.test.ts', new Set(['get-extension 401']));
    assert.ok(missing.includes('get-extension 429'));
    assert.ok(!missing.includes('get-extension 401'));
    assert.ok(!missing.includes('get-extension 404'));
  });

  it('demands nothing of other files', () => {
    assert.deepEqual(statusesMissing('migrate.test.ts', new Set()), []);
  });
});
