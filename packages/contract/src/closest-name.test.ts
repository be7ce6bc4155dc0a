import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { closestName } from './closest-name.ts';

const names = ['remote-code', 'cookie-theft', 'proxy-hijack'];

describe('closestName', () => {
  it('finds the name behind a slip of the fingers', () => {
    assert.equal(closestName('cokie-thfet', names), 'cookie-theft');
  });

  it('finds the one name that contains a part', () => {
    assert.equal(closestName('hijack', names), 'proxy-hijack');
  });

  it('finds a longer name, of which the word is a slip, past a nearer one, of which it is none', () => {
    assert.equal(closestName('backgrnd', ['backtree', 'background-x']), 'background-x');
  });

  it('finds nothing for another word', () => {
    assert.equal(closestName('weather-forecast', names), undefined);
  });
});
