import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { parseServiceTime } from '../../src/server/checkout/times.js';
import { openCheckout } from './checkout-shop.js';

/** Runs the rest of a test as on a server in Riyadh, three hours east of UTC. */
function goToRiyadh(t: TestContext) {
  const before = process.env['TZ'];
  process.env['TZ'] = 'Asia/Riyadh';
  t.after(() => {
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
  });
  assert.equal(new Date(0).getHours(), 3);
}

describe('a time of the service', () => {
  it('is read by its zone, wherever the server is', (t) => {
    goToRiyadh(t);
    const moment = Date.UTC(2026, 0, 1, 11);
    for (const text of [
      '2026-01-01T11:00:00Z',
      '2026-01-01T11:00:00.000Z',
      '2026-01-01T11:00Z',
      '2026-01-01T14:00:00+03:00',
      '2026-01-01T14:00:00+0300',
      '2026-01-01T06:00:00.000-05:00',
      '2026-01-01 11:00:00z',
    ])
      assert.equal(parseServiceTime(text), moment, text);
  });

  it('is none when it has no zone, so that it proves nothing', (t) => {
    goToRiyadh(t);
    for (const text of [
      '2026-01-01T11:00:00',
      '2026-01-01T11:00',
      '2026-01-01 11:00:00.000',
      '2026-01-01',
      '2026-01',
      '2026',
      '01-2026',
      'Thu, 01 Jan 2026 11:00:00',
      'Z',
      '',
      null,
      undefined,
    ])
      assert.equal(parseServiceTime(text), NaN, String(text));
  });
});

it('an intent whose end has no zone is handed out again, and there is no second one', async (t) => {
  goToRiyadh(t);
  const shop = await openCheckout(t, {
    async intercept(url, init, send) {
      const response = await send(url, init);
      const text = (await response.text()).replace(/("(?:expires|created)_at":"[^"]+)\.\d+Z"/g, '$1"');
      return new Response(text, { status: response.status, headers: response.headers });
    },
  });
  const first = await shop.intent();
  assert.doesNotMatch(first.expires_at, /Z$/);
  for (const advance of [10, 3000]) {
    await shop.control('clock', { advance });
    await shop.sweep();
    assert.equal((await shop.intent()).id, first.id);
  }
  const { id } = await shop.pay(first);
  assert.equal((await shop.checkout().settle(id)).verdict, 'paid');
});
