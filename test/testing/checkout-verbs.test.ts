import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { interpretPayment } from '../../src/element/checkout/outcome.js';
import { parseReturnUrl } from '../../src/testing/checkout-verbs.js';
import { paymentStatuses } from '../../src/wire/payment.js';

const id = '7a0a7e2c-9d1f-4c57-8f0a-2d9be0a6a0c1';

describe('the outcome that a test reads in the return URL', () => {
  for (const status of [...paymentStatuses, 'a_later_one'])
    it(`is that of the element for ${status}`, () => {
      const meaning = interpretPayment({ id, status });
      assert.deepEqual(parseReturnUrl(`https://shop.example/back?id=${id}&status=${status}&message=`), {
        paymentId: id,
        status: meaning.kind === 'final' ? meaning.status : 'unknown',
      });
    });
});
