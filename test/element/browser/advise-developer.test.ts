import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { isDeveloperPage } from '../../../src/element/browser/advise-developer.js';

const scope = globalThis as { location?: { hostname: string } };

describe('isDeveloperPage', () => {
  afterEach(() => void delete scope.location);

  for (const [hostname, key, is] of [
    ['shop.example', 'pk_live_1', false],
    ['shop.example', 'sk_live_1', false],
    ['shop.example', undefined, false],
    ['shop.example', 'pk_tset_1', false],
    ['shop.example', 'pk_test_1', true],
    ['shop.example', ' sk_test_1', true],
    ['localhost', 'pk_live_1', false],
    ['127.0.0.1', undefined, true],
  ] as const) {
    it(`${is ? 'lets' : 'does not let'} a payer on ${hostname} with the key ${key} read what developers must know`, () => {
      scope.location = { hostname };
      assert.equal(isDeveloperPage(key), is);
    });
  }
});
