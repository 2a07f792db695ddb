import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { publishableKey } from '../../src/sandbox/index.js';
import type { BankAnswer } from '../../src/testing/test-cards.js';
import { tokenContract } from '../../src/wire/index.js';
import { openShop, refusedFor, source } from './shop.js';

const callback = 'https://shop.example/kept?customer=7';
const { type: _, ...card } = source();

function openKeeper() {
  const shop = openShop();
  const keep = (more: object = {}) =>
    shop.call('POST', '/v1/tokens', {
      key: publishableKey,
      body: { ...card, callback_url: callback, ...more },
    });
  const tokenOf = async (id: string) => (await shop.call('GET', `/v1/tokens/${id}`)).body;
  const verify = (token: { verification_url: string }, value: BankAnswer) =>
    shop.answer({ source: { transaction_url: token.verification_url } }, value);
  /** Pays by a token, on a fresh intent. */
  const payBy = async (token: string, more: object = {}) => {
    const intent = await shop.createIntent();
    const answer = await shop.fulfil(intent.client_secret, { source: { type: 'token', token, ...more } });
    return { ...answer, intent };
  };
  /** A card that was kept with a payment which the payer has passed. */
  const kept = async (number?: string, more: object = {}) => {
    const body = await shop.payWith(number, { source: { save_card: true, ...more } });
    if (body.status === 'initiated') await shop.answer(body, 'authenticated');
    return body.source.token as string;
  };
  return { ...shop, keep, tokenOf, verify, payBy, kept };
}

describe('a card that is kept with a payment', () => {
  test('has a token at once, which is usable when the payer has been authenticated', async () => {
    const { payWith, tokenOf, answer, payBy } = openKeeper();
    const body = await payWith(undefined, { source: { save_card: 'true' } });
    const { token } = body.source;
    assert.deepEqual([body.status, (await tokenOf(token)).status], ['initiated', 'initiated']);
    refusedFor(await payBy(token), 'source.token');
    await answer(body, 'authenticated');
    const active = await tokenOf(token);
    tokenContract.parse(active);
    assert.deepEqual(
      [active.status, active.brand, active.funding, active.last_four, active.month, active.year, active.name],
      ['active', 'visa', 'credit', '1111', '12', '2030', 'Aisha Al-Harbi'],
    );
    assert.equal(active.verification_url, null);
  });

  test('pays again as the card does: with its challenge, and with its decline', async () => {
    const { kept, payBy, answer, paymentOf } = openKeeper();
    const good = await payBy(await kept());
    assert.deepEqual(
      [good.status, good.body.status, good.body.source.number],
      [201, 'initiated', '4111-11XX-XXXX-1111'],
    );
    await answer(good.body, 'authenticated');
    assert.equal((await paymentOf(good.body.id)).status, 'paid');
    const poor = await payBy(await kept('4123120001090000'));
    await answer(poor.body, 'authenticated');
    const { status, source: by } = await paymentOf(poor.body.id);
    assert.deepEqual([status, by.response_code], ['failed', '51']);
    assert.equal((await payBy(await kept('4111114005765430'), { manual: true })).body.status, 'authorized');
  });

  test('is not usable when the payer failed to authenticate', async () => {
    const { payWith, answer, tokenOf, payBy } = openKeeper();
    const body = await payWith(undefined, { source: { save_card: true } });
    await answer(body, 'cancelled');
    const { status, message } = await tokenOf(body.source.token);
    assert.deepEqual([status, message], ['inactive', '3-D Secure: cancelled by the payer']);
    assert.equal((await payBy(body.source.token)).status, 400);
  });

  test('cannot be saved by a payment without 3-D Secure: the refusal has one text for all fields', async () => {
    const { createIntent, fulfil } = openKeeper();
    const { status, body } = await fulfil((await createIntent()).client_secret, {
      source: source(undefined, { save_card: true, '3ds': false }),
    });
    assert.deepEqual([status, typeof body.errors], [400, 'string']);
  });

  test('is charged with a statement descriptor of 64 characters, and refused with one of 65', async () => {
    const { kept, payBy } = openKeeper();
    const token = await kept();
    const descriptor = 'a'.repeat(64);
    assert.equal((await payBy(token, { statement_descriptor: descriptor })).status, 201);
    refusedFor(await payBy(token, { statement_descriptor: `${descriptor}a` }), 'source.statement_descriptor');
  });
});

describe('a token that cannot pay leaves the intent usable:', () => {
  const cases: Readonly<Record<string, (keeper: ReturnType<typeof openKeeper>) => Promise<string>>> = {
    'an unknown one': async () => 'token_unknown',
    'a deleted one': async ({ kept, call }) => {
      const token = await kept();
      assert.equal((await call('DELETE', `/v1/tokens/${token}`)).status, 204);
      return token;
    },
    'one whose card has expired': async ({ kept, advance, tokenOf }) => {
      const token = await kept(undefined, { month: '05', year: '2026' });
      await advance(17 * 86_400);
      assert.equal((await tokenOf(token)).status, 'inactive');
      return token;
    },
  };
  for (const [name, make] of Object.entries(cases))
    test(name, async () => {
      const keeper = openKeeper();
      const { status, body, intent } = await keeper.payBy(await make(keeper));
      assert.deepEqual(
        [status, body.type, Object.keys(body.errors)],
        [400, 'validation_error', ['source.token']],
      );
      assert.equal((await keeper.fulfil(intent.client_secret)).status, 201);
    });
});

describe('a token that is made without a payment', () => {
  for (const [answer, status] of [
    ['authenticated', 'active'],
    ['rejected', 'inactive'],
  ] as const)
    test(`is verified by the bank's page: ${answer} makes it ${status}`, async () => {
      const { keep, verify, tokenOf, payBy } = openKeeper();
      const { status: code, body } = await keep({ metadata: { customer: 7 } });
      tokenContract.parse(body);
      assert.deepEqual([code, body.status, body.metadata], [201, 'initiated', { customer: 7 }]);
      const { status: redirect, headers } = await verify(body, answer);
      assert.equal(redirect, 303);
      const back = new URL(headers.get('location') as string);
      assert.deepEqual(
        ['customer', 'id', 'status'].map((name) => back.searchParams.get(name)),
        ['7', body.id, status],
      );
      assert.equal(body.expires_at, '2026-05-15T12:15:00.000Z');
      const known = await tokenOf(body.id);
      assert.deepEqual([known.status, known.verification_url], [status, null]);
      assert.equal((await payBy(body.id)).status, status === 'active' ? 201 : 400);
      await verify(body, 'authenticated');
      assert.equal((await tokenOf(body.id)).status, status, 'a second answer changes nothing');
    });

  test('with `save_only` needs no way back, pays once, and its payment authenticates the payer', async () => {
    const { keep, payBy } = openKeeper();
    const { body } = await keep({ save_only: true, callback_url: undefined });
    assert.deepEqual([body.status, body.verification_url], ['initiated', null]);
    const [one, other] = await Promise.all([payBy(body.id), payBy(body.id)]);
    assert.deepEqual([one.status, other.status].sort(), [201, 400]);
    const paid = one.status === 201 ? one : other;
    assert.equal(paid.body.status, 'initiated');
    assert.match((await payBy(body.id)).body.errors['source.token'][0], /has been used/);
  });

  test('a refused payment does not use it up', async () => {
    const { keep, payBy, call } = openKeeper();
    const { body } = await keep({ save_only: true });
    const refused = await call('POST', '/v1/payments', {
      key: publishableKey,
      body: { client_secret: 'pi_secret_wrong', source: { type: 'token', token: body.id } },
    });
    assert.equal(refused.status, 403);
    assert.equal((await payBy(body.id)).status, 201);
  });

  test('is inactive when the payer leaves its page alone for 15 minutes', async () => {
    const { keep, tokenOf, advance } = openKeeper();
    const { body } = await keep();
    await advance(899);
    assert.equal((await tokenOf(body.id)).status, 'initiated');
    await advance(1);
    assert.equal((await tokenOf(body.id)).status, 'inactive');
  });

  test('may be sent as a form with the key in it, and a month and a year of any length', async () => {
    const { call } = openKeeper();
    const form = new URLSearchParams({
      ...card,
      year: '30',
      month: '1',
      callback_url: callback,
      publishable_api_key: publishableKey,
      'metadata[customer]': '7',
    });
    const { status, body } = await call('POST', '/v1/tokens', {
      key: null,
      body: form.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    assert.deepEqual([status, body.month, body.year, body.metadata], [201, '01', '2030', { customer: '7' }]);
  });
});
