import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { CaptureWarning } from '../../src/server/index.js';
import { openCheckout, order7 } from './checkout-shop.js';

async function openAuthorized(t: TestContext, more: { captureDueAfterHours?: number } = {}) {
  const warnings: CaptureWarning[] = [];
  const onCaptureDue = (warning: CaptureWarning) => void warnings.push(warning);
  const shop = await openCheckout(t, { onCaptureDue, ...more });
  shop.list[0] = { ...order7, manual: true };
  const { client_secret: secret } = await shop.intent();
  const id = crypto.randomUUID();
  await shop.attempt(id);
  await shop.service.pay({ secret, manual: true, more: { given_id: id } });
  await shop.checkout().settle(id);
  await shop.sweep();
  return { ...shop, id, warnings, onCaptureDue };
}

const hour = 3_600_000;
/** This server's clock, so many hours later. */
function wait(t: TestContext, hours: number) {
  const now = Date.now();
  t.mock.method(Date, 'now', () => now + hours * hour);
}

describe('the warning of a capture that is due', () => {
  it('comes from the sweep three days after the authorization, once', async (t) => {
    const shop = await openAuthorized(t);
    const due = shop.records.dueAt('7')! - Date.now();
    assert.ok(due > 71 * hour && due <= 72 * hour, `${due}`);
    wait(t, 71);
    await shop.sweep();
    assert.equal(shop.warnings.length, 0);
    wait(t, 2);
    await shop.sweep();
    await shop.sweep();
    assert.deepEqual(
      shop.warnings.map(({ orderId, payment }) => [orderId, payment.id, payment.status]),
      [['7', shop.id, 'authorized']],
    );
    assert.deepEqual(shop.records.open(), []);
  });

  it('comes after a number of hours that is no whole number of milliseconds', async (t) => {
    const shop = await openAuthorized(t, { captureDueAfterHours: 100 / 7 });
    assert.deepEqual(shop.errors, []);
    const due = shop.records.dueAt('7')! - Date.now();
    assert.ok(due > 14 * hour && due <= 15 * hour, `${due}`);
    wait(t, 15);
    await shop.sweep();
    assert.equal(shop.warnings.length, 1);
  });

  it('comes again when `onCaptureDue` fails', async (t) => {
    const shop = await openAuthorized(t);
    wait(t, 73);
    shop.restart({ onCaptureDue: () => Promise.reject(new Error('The mail server is away.')) });
    await shop.sweep();
    assert.match(String(shop.errors), /mail server/);
    shop.restart({ onCaptureDue: shop.onCaptureDue });
    await shop.sweep();
    assert.equal(shop.warnings.length, 1);
  });

  it('is left to a process that has `onCaptureDue`, and for no longer than a month', async (t) => {
    const shop = await openAuthorized(t);
    shop.restart({ onCaptureDue: undefined });
    wait(t, 73);
    await shop.sweep();
    assert.deepEqual(shop.records.open(), ['7']);
    shop.restart({ onCaptureDue: shop.onCaptureDue });
    await shop.sweep();
    assert.equal(shop.warnings.length, 1);

    const other = await openAuthorized(t);
    other.restart({ onCaptureDue: undefined });
    wait(t, 34 * 24);
    await other.sweep();
    assert.deepEqual(other.records.open(), []);
  });

  it('does not come for what was captured or voided, by whatever way', async (t) => {
    const shop = await openAuthorized(t);
    await shop.client.capturePayment(shop.id);
    wait(t, 73);
    await shop.sweep();
    assert.deepEqual(shop.warnings, []);
    assert.deepEqual(
      shop.settled.map(({ verdict }) => verdict),
      ['authorized', 'paid'],
    );
  });

  it('comes after as many hours as `captureDueAfterHours` says', async (t) => {
    const shop = await openAuthorized(t);
    shop.restart({ captureDueAfterHours: 24, onCaptureDue: shop.onCaptureDue });
    wait(t, 25);
    await shop.sweep();
    assert.equal(shop.warnings.length, 1);
    for (const captureDueAfterHours of [0, -1, NaN, Infinity, '24'])
      assert.throws(() => shop.restart({ captureDueAfterHours: captureDueAfterHours as never }), {
        message: '`captureDueAfterHours` must be a number of hours above 0.',
      });
  });
});
