import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { describe, type TestContext, test } from 'node:test';
import { publishableKey } from '../../src/sandbox/index.js';
import { paymentIntentContract } from '../../src/wire/index.js';
import { temporary } from './process.js';
import { approvedAtOnce, openShop, refusedFor, source } from './shop.js';

const success = 'https://shop.example/thanks?order=7';

async function openPage(t: TestContext, more: object = {}) {
  const checkoutScript = temporary(t, 'pay-checkout.js');
  await writeFile(checkoutScript, '/* the element */');
  const shop = openShop({ checkoutScript });
  const invoice = await shop.bill(more);
  const path = new URL(invoice.url).pathname;
  const open = (method: string, rest = '') => shop.call(method, `${path}${rest}`, { key: null });
  /** What the element on the page does. */
  const payHere = async (number = approvedAtOnce) => {
    const { body: intent } = await open('POST', '/intent');
    return (await shop.fulfil(intent.client_secret, { source: source(number) })).body;
  };
  return { ...shop, invoice, open, payHere };
}

describe('the hosted page', () => {
  test('shows description, amount, logo and the way back, and loads the element', async (t) => {
    const { open, invoice, call } = await openPage(t, { back_url: 'https://shop.example/cart?a=1&b=2' });
    const { status, headers, body } = await open('GET');
    assert.equal(status, 200);
    assert.match(body, /<h1>Three lamps<\/h1>/);
    assert.match(body, /100\.00 SAR/);
    assert.match(body, /<img src="http:\/\/sandbox\.test\/logo\.svg" alt="" \/>/);
    assert.match(body, /href="https:\/\/shop\.example\/cart\?a=1&amp;b=2"/);
    assert.match(body, /<script src="\/pay-checkout\.js" defer><\/script>/);
    for (const attribute of [
      'base-url="http://sandbox.test/v1"',
      `publishable-key="${publishableKey}"`,
      `intent-url="/invoices/${invoice.id}/intent"`,
      `status-url="/invoices/${invoice.id}/status"`,
      'amount="10000"',
      'currency="SAR"',
    ])
      assert.ok(body.includes(attribute), attribute);
    assert.match(
      headers.get('content-security-policy') ?? '',
      /default-src 'none'.*script-src 'self'; connect-src 'self'/,
    );
    assert.equal((await call('GET', '/pay-checkout.js', { key: null })).body, '/* the element */');
    assert.match((await call('GET', '/logo.svg', { key: null })).body, /^<svg/);
  });

  test('escapes what the merchant wrote', async (t) => {
    const { open } = await openPage(t, {
      description: '<script>alert(1)</script>"\'',
      back_url: 'https://shop.example/"><img/src=x/onerror=alert(1)>',
    });
    const { body } = await open('GET');
    assert.doesNotMatch(body, /<script>alert|<img\/src=x/);
    assert.match(body, /&lt;script&gt;alert\(1\)/);
  });

  test('says what to do when the element is not built', async (t) => {
    const { call, bill } = openShop({ checkoutScript: temporary(t, 'missing.js') });
    const invoice = await bill();
    const { status, body } = await call('GET', new URL(invoice.url).pathname, { key: null });
    assert.equal(status, 200);
    assert.match(body, /npm run build/);
    assert.doesNotMatch(body, /<pay-checkout/);
    assert.equal((await call('GET', '/pay-checkout.js', { key: null })).status, 404);
  });

  test('is a 404 page for an unknown invoice', async (t) => {
    const { call } = await openPage(t);
    const { status, body } = await call('GET', '/invoices/unknown', { key: null });
    assert.equal(status, 404);
    assert.match(body, /There is no such invoice/);
  });
});

describe('an intent of the hosted page', () => {
  test('is for exactly the invoice, and its payment counts for it', async (t) => {
    const { open, invoice, payHere, call } = await openPage(t);
    const { status, body } = await open('POST', '/intent');
    assert.equal(status, 201);
    paymentIntentContract.parse(body);
    assert.deepEqual([body.amount, body.currency], [10_000, 'SAR']);
    assert.equal(body.callback_url, `http://sandbox.test/invoices/${invoice.id}/return`);
    const payment = await payHere();
    assert.equal(payment.invoice_id, invoice.id);
    assert.equal((await call('GET', `/v1/invoices/${invoice.id}`)).body.status, 'paid');
  });

  test('cannot be used for another invoice', async (t) => {
    const { open, bill, fulfil } = await openPage(t);
    const other = await bill();
    const { body: intent } = await open('POST', '/intent');
    refusedFor(await fulfil(intent.client_secret, { invoice_id: other.id }), 'invoice_id');
  });

  test('is refused when the invoice is paid, and the page offers no form', async (t) => {
    const { open, payHere } = await openPage(t, { success_url: success });
    await payHere();
    assert.equal((await open('POST', '/intent')).status, 400);
    const { body } = await open('GET');
    assert.match(body, /is paid/);
    assert.match(body, /href="https:\/\/shop\.example\/thanks\?order=7"/);
    assert.doesNotMatch(body, /<pay-checkout/);
  });

  test('is refused when the invoice has expired, and so is one that was made before', async (t) => {
    const { open, advance, fulfil } = await openPage(t, { expired_at: '2026-05-15T12:30:00Z' });
    const { body: intent } = await open('POST', '/intent');
    await advance(1800);
    assert.equal((await open('POST', '/intent')).status, 400);
    assert.equal((await fulfil(intent.client_secret)).status, 400);
    assert.match((await open('GET')).body, /has expired/);
  });
});

describe('coming back', () => {
  test('redirects to success_url after a paid attempt', async (t) => {
    const { open, payHere, answer, invoice } = await openPage(t, { success_url: success });
    const answered = await answer(await payHere('4111111111111111'), 'authenticated');
    const location = new URL(answered.headers.get('location') ?? '');
    assert.equal(location.pathname, `/invoices/${invoice.id}/return`);
    const back = await open('GET', `/return${location.search}`);
    assert.deepEqual([back.status, back.headers.get('location')], [303, success]);
  });

  test('returns to the invoice page after a failed attempt', async (t) => {
    const { open, payHere, answer, invoice } = await openPage(t, { success_url: success });
    const payment = await payHere('4123120001090000');
    await answer(payment, 'authenticated');
    const back = await open('GET', `/return?id=${payment.id}&status=paid&message=APPROVED`);
    assert.equal(back.headers.get('location'), `/invoices/${invoice.id}?id=${payment.id}`);
    const { body } = await open('GET', `?id=${payment.id}`);
    assert.match(body, /The payment failed: INSUFFICIENT FUNDS/);
    assert.match(body, /<pay-checkout/);
  });

  test('tells the element of the payments of this invoice, and of no other', async (t) => {
    const { open, payHere, pay } = await openPage(t);
    const mine = await payHere();
    const other = await pay();
    assert.deepEqual((await open('GET', `/status?id=${mine.id}`)).body, mine);
    assert.equal((await open('GET', `/status?id=${other.id}`)).status, 404);
    assert.equal((await open('GET', '/status')).status, 404);
  });
});
