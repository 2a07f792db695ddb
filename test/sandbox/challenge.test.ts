import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, test } from 'node:test';
import { type BankAnswer } from '../../src/testing/test-cards.js';
import { openReceiver } from '../receiver.js';
import { openShop, source } from './shop.js';

const callback = 'https://shop.example/back?order=7&note=a%20b#top';

/** The values of the page's buttons, what they are called here, and how each ends an approved card. */
const sixAnswers: ReadonlyArray<readonly [string, BankAnswer, RegExp, string?]> = [
  ['AUTHENTICATED', 'authenticated', /^APPROVED$/],
  ['UNAUTHENTICATED', 'not-authenticated', /not authenticated/, 'declined_authentication_failed'],
  ['CANCELLED_AUTHENTICATION', 'cancelled', /cancelled/, '3ds_unspecified'],
  ['AUTHENTICATION_NOT_AVAILABLE', 'not-available', /not available/, '3ds_unavailable_transaction'],
  ['AUTHENTICATION_REJECTED', 'rejected', /rejected/, '3ds_rejected_transaction'],
  ['AUTHENTICATION_SERVER_ERROR', 'server-error', /server error/, '3ds_service_error'],
];

async function challenge(more: { intent?: object; payment?: object } = {}) {
  const shop = openShop();
  const intent = { callback_url: callback, ...more.intent };
  const payment = await shop.payWith(undefined, { ...more, intent });
  const page = () => shop.call('GET', new URL(payment.source.transaction_url).pathname, { key: null });
  /** Sends the page's one form as a client without script does, with what it fills in itself. */
  const send = (html: string, fields: Record<string, string> = {}) => {
    const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(html) ?? [];
    const hidden = [...html.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const own = Object.fromEntries(hidden.map(([, name, value]) => [name, value] as [string, string]));
    return shop.step(payment, action, new URLSearchParams({ ...own, ...fields }).toString());
  };
  /** The page with the six answers, after the two forms that lead there. */
  const bank = async () => send((await send((await page()).body)).body);
  return { ...shop, payment, page, send, bank };
}

describe('the bank’s pages', () => {
  test('lead from form to form, prepare to acs_return, and back to the shop', async () => {
    const { page, send, paymentOf, payment } = await challenge();
    const actions: string[] = [];
    let answer = await page();
    for (; answer.status === 200; answer = await send(answer.body, { auth_result: 'AUTHENTICATED' }))
      actions.push(/action="[^"]*\/(\w+)"/.exec(answer.body)?.[1] ?? '');
    assert.deepEqual(actions, ['authenticate', 'acs_emulator', 'set_auth_result', 'acs_return']);
    assert.match(answer.headers.get('location') ?? '', /^https:\/\/shop\.example\/back\?.*&status=paid&/);
    assert.equal((await paymentOf(payment.id)).status, 'paid');
  });

  test('ask for the screen by the names of the service', async () => {
    const { page } = await challenge();
    assert.deepEqual(
      [...(await page()).body.matchAll(/<input type="hidden" name="([^"]+)"/g)].map(([, name]) => name),
      ['color_depth', 'js_enabled', 'language', 'screen_height', 'screen_width', 'time_zone'],
    );
  });

  test('show the amount and the masked card, and are made for a phone', async () => {
    const { bank } = await challenge();
    const { status, headers, body } = await bank();
    assert.equal(status, 200);
    assert.match(headers.get('content-type') ?? '', /^text\/html; charset=utf-8$/i);
    assert.match(body, /<title>Sandbox Bank – 3-D Secure<\/title>/);
    assert.match(body, /<meta name="viewport" content="width=device-width, initial-scale=1" \/>/);
    assert.match(body, /100\.00 SAR/);
    assert.match(body, /4111-11XX-XXXX-1111/);
  });

  test('offer six answers in a plain form, without script', async () => {
    const { bank } = await challenge();
    const { body } = await bank();
    const buttons = [...body.matchAll(/<button name="auth_result" value="([^"]+)">\s*([^<]+?)\s*</g)];
    assert.deepEqual(
      buttons.map(([, value, label]) => [value, label]),
      sixAnswers.map(([value, word]) => [value, word[0]!.toUpperCase() + word.slice(1).replace('-', ' ')]),
    );
    assert.doesNotMatch(body, /<script|\son\w+=/i);
  });

  test('allow nothing but their own style, form and script, which a button stands in for', async () => {
    const { page, bank } = await challenge();
    for (const { headers, body } of [await page(), await bank()]) {
      const policy = headers.get('content-security-policy') ?? '';
      const hashOf = (tag: string) => {
        const [, text] = new RegExp(`<${tag}>([^]*)</${tag}>`).exec(body) ?? [];
        return text && createHash('sha256').update(text).digest('base64');
      };
      const script = hashOf('script');
      assert.equal(
        policy.replaceAll(/\s+/g, ' '),
        `default-src 'none'; style-src 'sha256-${hashOf('style')}'; base-uri 'none'; frame-ancestors http: https:; ` +
          `form-action http: https:${script ? `; script-src 'sha256-${script}'` : ''}`,
      );
      assert.equal(/<noscript><button>/.test(body), script !== undefined);
    }
  });

  test('keep the merchant’s description to the merchant, and escape what they show', async () => {
    const { bank } = await challenge({
      intent: {
        description: 'secret reason',
        callback_url: 'https://shop.example/"><script>alert(1)</script>',
      },
      payment: { source: source(undefined, { name: '<img src=x onerror=alert(1)>' }) },
    });
    const { body } = await bank();
    assert.doesNotMatch(body, /secret reason|<script|<img/);
  });

  test('are 404 for an address that was never handed out', async () => {
    const { call } = await challenge();
    for (const [method, step] of [
      ['GET', 'prepare'],
      ['POST', 'set_auth_result'],
    ] as const) {
      const { status, body } = await call(method, `/v1/card_auth/unknown/${step}`, { key: null });
      assert.equal(status, 404);
      assert.match(body, /<!doctype html>/);
    }
  });

  test('refuse a creq of another challenge', async () => {
    const { step, payment } = await challenge();
    assert.equal((await step(payment, 'acs_emulator', 'creq=other')).status, 400);
  });
});

describe('answering', () => {
  for (const [, word, message, reason] of sixAnswers) {
    const status = reason ? 'failed' : 'paid';
    test(`${word}: the payment is ${status}, and the payer is led back`, async () => {
      const shop = await challenge();
      const answered = await shop.answer(shop.payment, word);
      const payment = await shop.paymentOf(shop.payment.id);
      assert.equal(payment.status, status);
      assert.match(payment.source.message, message);
      assert.equal(payment.source.transaction_url, null);
      assert.equal(payment.failure_reason, reason);

      assert.equal(answered.status, 303);
      const location = answered.headers.get('location') ?? '';
      assert.ok(location.startsWith('https://shop.example/back?order=7&note=a%20b&id='), location);
      const url = new URL(location);
      assert.equal(url.hash, '#top');
      assert.deepEqual(
        ['id', 'status', 'amount', 'message'].map((name) => url.searchParams.get(name)),
        [payment.id, payment.status, '10000', payment.source.message],
      );
    });
  }

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
    const { step, payment, paymentOf } = await challenge();
    for (const wrong of ['', 'auth_result=paid', 'auth_result=authenticated', 'answer=AUTHENTICATED'])
      assert.equal((await step(payment, 'set_auth_result', wrong)).status, 400);
    assert.equal((await step(payment, 'acs_return')).status, 400);
    assert.equal((await paymentOf(payment.id)).status, 'initiated');
  });

  test('in a form that cannot be read is 400', async () => {
    const { call, payment } = await challenge();
    const { status } = await call(
      'POST',
      new URL('set_auth_result', payment.source.transaction_url).pathname,
      {
        key: null,
        headers: { 'content-type': 'multipart/form-data' },
        body: 'auth_result=AUTHENTICATED',
      },
    );
    assert.equal(status, 400);
  });

  test('leaves a page that offers the way back and no answers', async () => {
    const shop = await challenge();
    await shop.answer(shop.payment, 'authenticated');
    const { body } = await shop.page();
    assert.match(body, /href="https:\/\/shop\.example\/back\?order=7&amp;note=a%20b&amp;id=/);
    assert.doesNotMatch(body, /<button/);
  });

  test('after 15 minutes is too late: the payment has failed, keeps its address, and is announced', async (t) => {
    const shop = await challenge();
    const receiver = await openReceiver(t);
    await shop.call('POST', '/v1/webhooks', { body: { url: receiver.url } });
    await shop.advance(899);
    assert.equal((await shop.paymentOf(shop.payment.id)).status, 'initiated');
    await shop.advance(1);
    assert.deepEqual(
      receiver.received.map(({ body }) => body.type),
      ['payment_failed'],
    );
    await shop.answer(shop.payment, 'authenticated');
    const late = await shop.paymentOf(shop.payment.id);
    assert.deepEqual(
      [late.status, late.source.message, late.failure_reason, late.source.transaction_url],
      [
        'failed',
        'Allowed time frame for transaction has been expired.',
        '3ds_timeout',
        shop.payment.source.transaction_url,
      ],
    );
  });
});
