import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { openShop, source } from './shop.js';

const callback = 'https://shop.example/back?order=7&note=a%20b#top';

/** The page's buttons and how each ends an approved card. */
const sixAnswers = [
  ['Authenticated', 'authenticated', 'paid', /^APPROVED$/],
  ['Not authenticated', 'not-authenticated', 'failed', /not authenticated/],
  ['Cancelled', 'cancelled', 'failed', /cancelled/],
  ['Not available', 'not-available', 'failed', /not available/],
  ['Rejected', 'rejected', 'failed', /rejected/],
  ['Server error', 'server-error', 'failed', /server error/],
] as const;

async function challenge(more: { intent?: object; payment?: object } = {}) {
  const shop = openShop();
  const intent = await shop.createIntent({ callback_url: callback, ...more.intent });
  const { body: payment } = await shop.fulfil(intent.client_secret, more.payment);
  const page = () => shop.call('GET', new URL(payment.source.transaction_url).pathname, { key: null });
  return { ...shop, payment, page };
}

describe('the challenge page', () => {
  test('shows the amount and the masked card, and is made for a phone', async () => {
    const { page } = await challenge();
    const { status, headers, body } = await page();
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/html; charset=utf-8$/i);
    assert.match(body, /<title>Sandbox Bank – 3-D Secure<\/title>/);
    assert.match(body, /<meta name="viewport" content="width=device-width, initial-scale=1" \/>/);
    assert.match(body, /100\.00 SAR/);
    assert.match(body, /411111XXXXXX1111/);
  });

  test('offers six answers in a plain form, without script', async () => {
    const { page } = await challenge();
    const { body } = await page();
    const buttons = [...body.matchAll(/<button name="answer" value="([^"]+)">\s*([^<]+?)\s*</g)];
    assert.deepEqual(
      buttons.map(([, value, label]) => [label, value]),
      sixAnswers.map(([label, value]) => [label, value]),
    );
    assert.match(body, /<form method="post">/);
    assert.doesNotMatch(body, /<script|\son\w+=/i);
  });

  test('allows nothing but its own style and its form', async () => {
    const { page } = await challenge();
    const { headers, body } = await page();
    const policy = headers.get('content-security-policy') ?? '';
    const style = /<style>([^]*)<\/style>/.exec(body)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    assert.ok(style.length > 100 && policy.includes(`style-src 'sha256-${hash}'`));
    assert.match(
      policy,
      /default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; frame-ancestors http: https:;/,
    );
    assert.doesNotMatch(policy, /script|unsafe/);
  });

  test('keeps the merchant’s description to the merchant, and escapes what it shows', async () => {
    const { page } = await challenge({
      intent: {
        description: 'secret reason',
        callback_url: 'https://shop.example/"><script>alert(1)</script>',
      },
      payment: { source: source(undefined, { name: '<img src=x onerror=alert(1)>' }) },
    });
    const { body } = await page();
    assert.doesNotMatch(body, /secret reason|<script|<img/);
  });

  test('is 404 for an address that nobody was given', async () => {
    const { call } = await challenge();
    const { status, body } = await call('GET', '/3ds/unknown', { key: null });
    assert.equal(status, 404);
    assert.match(body, /<!doctype html>/);
  });
});

describe('answering', () => {
  for (const [label, value, status, message] of sixAnswers)
    test(`${label}: the payment is ${status}, and the payer is led back`, async () => {
      const shop = await challenge();
      const answered = await shop.answer(shop.payment, value);
      const payment = await shop.paymentOf(shop.payment.id);
      assert.equal(payment.status, status);
      assert.match(payment.source.message, message);
      assert.equal(payment.source.transaction_url, null);

      assert.equal(answered.status, 303);
      const location = answered.headers.get('location') ?? '';
      assert.ok(location.startsWith('https://shop.example/back?order=7&note=a%20b&id='), location);
      const url = new URL(location);
      assert.equal(url.hash, '#top');
      assert.deepEqual(
        ['id', 'status', 'message'].map((name) => url.searchParams.get(name)),
        [payment.id, payment.status, payment.source.message],
      );
    });

  test('a second time changes nothing and leads to the same place', async () => {
    const shop = await challenge();
    const first = await shop.answer(shop.payment, 'rejected');
    await shop.advance(5);
    const second = await shop.answer(shop.payment, 'authenticated');
    assert.equal(second.status, 303);
    assert.equal(second.headers.get('location'), first.headers.get('location'));
    const payment = await shop.paymentOf(shop.payment.id);
    assert.equal(payment.status, 'failed');
    assert.ok(payment.updated_at < '2026-05-15T12:00:05');
  });

  test('with something else than the six is 400 and leaves the payment initiated', async () => {
    const shop = await challenge();
    for (const wrong of ['', 'paid', 'AUTHENTICATED'])
      assert.equal((await shop.answer(shop.payment, wrong)).status, 400);
    assert.equal((await shop.paymentOf(shop.payment.id)).status, 'initiated');
  });

  test('in a form that cannot be read is 400', async () => {
    const shop = await challenge();
    const { status } = await shop.call('POST', new URL(shop.payment.source.transaction_url).pathname, {
      key: null,
      headers: { 'content-type': 'multipart/form-data' },
      body: 'answer=authenticated',
    });
    assert.equal(status, 400);
  });

  test('leaves a page that offers the way back and no answers', async () => {
    const shop = await challenge();
    await shop.answer(shop.payment, 'authenticated');
    const { body } = await shop.page();
    assert.match(body, /href="https:\/\/shop\.example\/back\?order=7&amp;note=a%20b&amp;id=/);
    assert.doesNotMatch(body, /<button/);
  });
});
