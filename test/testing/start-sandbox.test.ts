import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { connectSandbox, startSandbox, testCards } from '../../src/testing/index.js';
import { openSmallShop, startWithShop } from './small-shop.js';

async function start(t: TestContext) {
  const sandbox = await startSandbox();
  t.after(() => sandbox.stop());
  return sandbox;
}

describe('startSandbox', () => {
  it('serves the payment service on this machine, with test keys', async (t) => {
    const { baseUrl, publishableKey, secretKey } = await start(t);
    assert.match(baseUrl, /^http:\/\/127\.0\.0\.1:\d+\/v1$/);
    assert.deepEqual([publishableKey, secretKey], ['pk_test_sandbox', 'sk_test_sandbox']);
  });

  it('frees its port when it is stopped', async () => {
    const { baseUrl, stop } = await startSandbox();
    await stop();
    await assert.rejects(fetch(baseUrl));
  });

  for (const namespace of ['sk_live_abc', 'pk_live_abc'])
    it(`refuses a live key as the name of a namespace: ${namespace.slice(0, 8)}`, async () => {
      await assert.rejects(startSandbox({ namespace }), /refuses live keys.*startSandbox\(\) gives them/);
    });

  for (const namespace of ['a b', 'Blue', ''])
    it(`refuses "${namespace}" as a name of a namespace, because the sandbox would refuse its keys`, async () => {
      await assert.rejects(
        startSandbox({ namespace }),
        new RegExp(`namespace: "${namespace}" is no name.*Use 1 to 64 of a-z`),
      );
    });

  it('takes a payer through the bank, and notifies the shop', async (t) => {
    const { sandbox, shop } = await startWithShop(t);
    const { payment, returnUrl } = await sandbox.pay({
      checkoutUrl: shop.checkoutUrl,
      card: testCards.mada.approved,
    });
    assert.deepEqual([payment.status, payment.amount], ['paid', 10_000]);
    assert.match(returnUrl ?? '', /\/back\?pay_order=7&id=[\w-]+&status=paid&amount=10000&message=APPROVED$/);
    await sandbox.flush();
    assert.deepEqual(
      shop.received.map(({ type }) => type),
      ['payment_paid'],
    );
  });

  it('plays the answer that the payer gives to the bank', async (t) => {
    const { sandbox, shop } = await startWithShop(t);
    const card = testCards.mada.approved;
    const { payment } = await sandbox.pay({ checkoutUrl: shop.checkoutUrl, card, answer: 'cancelled' });
    assert.deepEqual(
      [payment.status, payment.source?.message],
      ['failed', '3-D Secure: cancelled by the payer'],
    );
  });

  it('pays a card without a challenge at once', async (t) => {
    const { sandbox, shop } = await startWithShop(t);
    const paid = await sandbox.pay({ checkoutUrl: shop.checkoutUrl, card: testCards.visa.withoutChallenge });
    assert.equal(paid.payment.status, 'paid');
    assert.match(paid.returnUrl ?? '', /status=paid/);
  });

  it('says what the shop answered when it gives no intent', async (t) => {
    const { sandbox, shop } = await startWithShop(t);
    await assert.rejects(
      sandbox.pay({ checkoutUrl: `${shop.url}/elsewhere`, card: testCards.visa.approved }),
      /POST http.*\/elsewhere\/intent answered 404: no such address/,
    );
  });

  it('breaks the answers that it is told to break', async (t) => {
    const { sandbox, shop } = await startWithShop(t);
    await sandbox.fault({ route: 'fulfil', fault: '503' });
    const card = testCards.visa.withoutChallenge;
    await assert.rejects(sandbox.pay({ checkoutUrl: shop.checkoutUrl, card }), /answered 503/);
    assert.equal((await sandbox.pay({ checkoutUrl: shop.checkoutUrl, card })).payment.status, 'paid');
  });

  it('puts its clock forward, and then sends what has become due', async (t) => {
    const { sandbox, shop } = await startWithShop(t);
    shop.answerWebhooks(503);
    await sandbox.pay({ checkoutUrl: shop.checkoutUrl, card: testCards.visa.withoutChallenge });
    await sandbox.flush();
    shop.answerWebhooks(204);
    await sandbox.advance(60);
    assert.deepEqual(
      (await sandbox.deliveries()).map(({ status, attempts }) => [
        status,
        attempts.map(({ response_code: code }) => code),
      ]),
      [['delivered', [503, 204]]],
    );
  });

  it('delivers a message once more', async (t) => {
    const { sandbox, shop } = await startWithShop(t);
    await sandbox.pay({ checkoutUrl: shop.checkoutUrl, card: testCards.visa.withoutChallenge });
    await sandbox.flush();
    await sandbox.redeliver('payment_paid');
    assert.equal(shop.received.length, 2);
    await assert.rejects(sandbox.redeliver('payment_failed'), /There is no payment_failed message to repeat/);
  });

  it('sends an event about a payment that is made for it, to one address', async (t) => {
    const { sandbox, shop } = await startWithShop(t);
    const payment = { metadata: { order: '7' } };
    const sent = await sandbox.deliver('payment_refunded', {
      to: `${shop.url}/webhook`,
      secret: 'theirs',
      payment,
    });
    assert.deepEqual(
      sent.map(({ accepted, response_code: code }) => [accepted, code]),
      [[true, 204]],
    );
    assert.equal(shop.received[0]?.type, 'payment_refunded');
  });
});

describe('connectSandbox', () => {
  it('gives each namespace its own payments, faults and clock, by keys made of its name', async (t) => {
    const { baseUrl } = await start(t);
    const [one, two] = await Promise.all(
      ['one', 'two'].map((namespace) => connectSandbox({ baseUrl, namespace })),
    );
    assert.ok(one && two);
    assert.deepEqual([one.secretKey, two.publishableKey], ['sk_test_one', 'pk_test_two']);
    await one.fault({ route: 'fulfil', fault: '503' });
    await one.advance(7200);
    const { checkoutUrl } = await openSmallShop(t, two);
    const { payment } = await two.pay({ checkoutUrl, card: testCards.visa.withoutChallenge });
    assert.equal(payment.status, 'paid');
    assert.ok(Date.parse(String(payment.created_at)) < Date.now() + 3_600_000);
    assert.deepEqual(await one.payments(), []);
    await Promise.all([one.stop(), two.stop()]);
  });

  it('controls a sandbox that runs elsewhere, and leaves it running', async (t) => {
    const sandbox = await start(t);
    const connected = await connectSandbox({ baseUrl: sandbox.baseUrl });
    const { checkoutUrl } = await openSmallShop(t, connected);
    await connected.pay({ checkoutUrl, card: testCards.visa.withoutChallenge });
    assert.equal((await sandbox.payments()).length, 1);
    await connected.stop();
    assert.deepEqual(await sandbox.payments(), []);
  });
});
