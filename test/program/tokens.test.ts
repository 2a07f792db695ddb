import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { TokenError } from '../../src/program/tokens/token-error.js';
import { toOrder } from '../../src/program/tokens/order-claims.js';
import { createTokenVerifier } from '../../src/program/tokens/token-verifier.js';
import { listen } from '../listen.js';
import { inAnHour, orderClaims, orderSecret, sign } from './program.js';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

const verifier = createTokenVerifier({
  kind: 'secrets',
  secrets: [
    { kid: 'shop', secret: orderSecret },
    { kid: 'next', secret: 'n'.repeat(32) },
  ],
});

async function refusal(token: string, by = verifier): Promise<string> {
  try {
    await by.verify(token);
  } catch (error) {
    if (error instanceof TokenError) return `${error.type}: ${error.message}`;
    throw error;
  }
  return 'taken';
}

describe('an order token', () => {
  it('is taken with every claim that is known', async () => {
    const rebate = { text: 'Rebate', amount: -500 };
    const claims = orderClaims({
      ...{
        iat: 1,
        nbf: 1,
        jti: 'a',
        iss: 'shop',
        description: 'Dates',
        metadata: { cart: '1' },
        manual: true,
      },
      ...{ lang: 'ar', lines: [{ text: 'Dates', amount: 10_500 }, rebate] },
      invoice_id: '7c9f3b1e-9d2f-4a5b-8e7c-1f2a3b4c5d6e',
      splits: [{ amount: 100, recipient_id: '7c9f3b1e-9d2f-4a5b-8e7c-1f2a3b4c5d6e' }],
      coupons: [
        { id: 'c-1', percent: 10, max_discount: 5000 },
        { id: 'c-2', percent: 7.5 },
      ],
    });
    assert.deepEqual(await verifier.verify(sign(claims)), { claims, isExpired: false });
  });

  it('is taken with null for what it does not have, and with `[]` for empty metadata', async () => {
    const names = 'iat nbf jti iss description splits manual invoice_id lang lines metadata coupons'.split(
      ' ',
    );
    const nothing = Object.fromEntries(names.map((name) => [name, null]));
    const [claims, empty] = [orderClaims(nothing), orderClaims({ metadata: [] })];
    assert.deepEqual((await verifier.verify(sign(claims))).claims, orderClaims({ exp: claims.exp }));
    assert.deepEqual((await verifier.verify(sign(empty))).claims, { ...empty, metadata: {} });
    const split = { amount: 100, recipient_id: '7c9f3b1e-9d2f-4a5b-8e7c-1f2a3b4c5d6e' };
    const nested = orderClaims({ splits: [{ ...split, reference: null }], metadata: { a: null, b: '1' } });
    assert.deepEqual((await verifier.verify(sign(nested))).claims, {
      ...nested,
      ...{ splits: [split], metadata: { b: '1' } },
    });
  });

  it('becomes an order with its coupons', () => {
    const { coupons } = toOrder(
      orderClaims({
        coupons: [
          { id: 'c-1', percent: 10, max_discount: 5000 },
          { id: 'c-2', percent: 5 },
        ],
      }) as never,
    );
    assert.deepEqual(coupons, [
      { id: 'c-1', percent: 10, maxDiscount: 5000 },
      { id: 'c-2', percent: 5 },
    ]);
  });

  it('is taken by any of the keys, and without the name of one', async () => {
    for (const header of [{ kid: 'next' }, { kid: undefined }])
      assert.equal(await refusal(sign(orderClaims(), { secret: 'n'.repeat(32), header })), 'taken');
    assert.equal(await refusal(sign(orderClaims(), { header: { kid: undefined } })), 'taken');
  });

  it('reports expiry only for a token with a valid signature', async () => {
    const { isExpired } = await verifier.verify(sign(orderClaims({ exp: 1 })));
    assert.equal(isExpired, true);
    assert.match(await refusal(sign(orderClaims({ exp: 1 }), { secret: 'x'.repeat(32) })), /wrong signature/);
    assert.match(await refusal(sign({ ...orderClaims({ exp: 1 }), amount: 0 })), /`amount`/);
  });

  const claims: readonly (readonly [what: string, changes: object, problem: RegExp])[] = [
    ...['sub', 'amount', 'currency', 'callback_url', 'exp'].map(
      (name) => [`no ${name}`, { [name]: undefined }, new RegExp(`\`${name}\` is missing`)] as const,
    ),
    ['an amount that JSON cannot carry', { amount: 2 ** 53 }, /`amount`/],
    ['a currency in small letters', { currency: 'sar' }, /`currency` must be an ISO 4217/],
    [
      'a callback address on http',
      { callback_url: 'http://shop.example/' },
      /`callback_url` must be an https/,
    ],
    ['a script as its callback address', { callback_url: 'javascript:alert(1)' }, /`callback_url`/],
    ['credentials in its callback address', { callback_url: 'https://a:b@shop.example/' }, /`callback_url`/],
    ['a claim that is not known', { split: [] }, /`split` is not a claim that is known/],
    [
      'an unknown member in a line',
      { lines: [{ text: 'a', amount: 1, a: 1 }] },
      /`lines.0.a` is not a claim/,
    ],
    ['metadata that are no strings', { metadata: { a: 1 } }, /`metadata.a` takes strings only/],
    ['31 keys of metadata', { metadata: { ...Array(31).fill('1') } }, /`metadata` must have at most 30 keys/],
    [
      'a key of 41 characters',
      { metadata: { ['k'.repeat(41)]: '1' } },
      /`metadata` must have keys of at most 40 /,
    ],
    [
      'a value of 501 letters',
      { metadata: { a: 'ä'.repeat(501) } },
      /`metadata` must have values of at most 500 /,
    ],
    [
      'half an emoji in its metadata',
      { metadata: { a: '\ud83d' } },
      /`metadata` must be free of NUL and of halves/,
    ],
    ['NUL in its description', { description: 'a\0' }, /`description` must be free of NUL and of halves/],
    ['a list as its metadata', { metadata: ['a'] }, /`metadata` takes strings only/],
    ['a coupon without a percentage', { coupons: [{ id: 'c' }] }, /`coupons.0.percent` is wrong: a coupon /],
    ['a coupon of 101 percent', { coupons: [{ id: 'c', percent: 101 }] }, /`coupons.0.percent` is wrong/],
    ['an empty id', { sub: '' }, /`sub` must be the order’s id/],
    ['an id of the checkout’s own', { sub: 'pay-checkout:ready' }, /`sub` must not begin with pay-checkout:/],
    ['an id that an address leaves out', { sub: '..' }, /`sub` must not be "\." or "\.\."/],
    ['an id of control letters', { sub: 'a\u0000b' }, /`sub`/],
    [
      'an id that is a number',
      { sub: 7 },
      /`sub` must be the order’s id, a string of 1 to 100 characters: "7" instead of 7/,
    ],
    ['a language that there is not', { lang: '"><script>' }, /`lang` must be a language/],
    ['an end that is a text', { exp: '2030-01-01' }, /`exp` must be a whole number of seconds since 1970/],
    ['an end in milliseconds', { exp: Date.now() }, /`exp` must be a whole number of seconds since 1970/],
    ['an amount that is a text', { amount: '10000' }, /`amount` must be a whole number from 100 on/],
    ['an amount of riyals and halalas', { amount: 19.99 }, /`amount` must be a whole number from 100 on/],
    ['an amount below 100', { amount: 99 }, /`amount` must be a whole number from 100 on/],
    ['a start in the future and no `iat`', { iat: null, nbf: 99_999_999_999 }, /`nbf` is not fulfilled/],
    ['null as its end', { exp: null }, /`exp` is missing/],
    ['a start in the future', { nbf: 99_999_999_999 }, /`nbf` is not fulfilled/],
    [
      'an hour from now as its `iat`',
      { iat: inAnHour() },
      /^invalid_token: The order token’s `iat` lies in the future\. Compare the clocks of the shop and of this server\.$/,
    ],
    ['the same, and an end in the past', { exp: 1, iat: inAnHour() }, /`iat` lies in the future/],
  ];
  for (const [what, changes, problem] of claims)
    it(`is refused with ${what}`, async () =>
      assert.match(await refusal(sign(orderClaims(changes))), problem));

  it('is refused from five minutes and some seconds ahead', async () => {
    const ahead = Math.ceil(Date.now() / 1000) + 320;
    assert.match(await refusal(sign(orderClaims({ iat: ahead }))), /`iat` lies in the future/);
    assert.match(await refusal(sign(orderClaims({ nbf: ahead }))), /`nbf` is not fulfilled/);
  });

  it('is taken from a shop whose clock is some minutes ahead', async () => {
    const ahead = Math.floor(Date.now() / 1000) + 240;
    assert.equal(await refusal(sign(orderClaims({ iat: ahead }))), 'taken');
    assert.equal(await refusal(sign(orderClaims({ iat: ahead, nbf: ahead }))), 'taken');
  });

  it('has expired from the second of its `exp` on, whatever the clocks may differ by', async () => {
    const now = Math.floor(Date.now() / 1000);
    for (const [exp, expected] of [
      [now, true],
      [now - 299, true],
      [now - 301, true],
      [now + 60, false],
    ] as const)
      assert.equal((await verifier.verify(sign(orderClaims({ exp })))).isExpired, expected, `${exp - now} s`);
  });

  const body = encode(orderClaims());
  const right = sign(orderClaims());
  const headed = (header: object) => sign(orderClaims(), { header });
  const forms: readonly (readonly [what: string, token: string, problem: RegExp])[] = [
    ['without a signature, as alg none', `${encode({ alg: 'none' })}.${body}.`, /signed with HS256/],
    ['as alg None', `${encode({ alg: 'None' })}.${body}.`, /signed with HS256/],
    ['by another key', sign(orderClaims(), { secret: 'x'.repeat(32) }), /wrong signature/],
    ['by the other key than it names', headed({ kid: 'next' }), /wrong signature/],
    ['by a key that is not known', headed({ kid: 'x' }), /names a key/],
    ['as HS512', headed({ alg: 'HS512' }), /signed with HS256/],
    ['as ES256, where the keys are secrets', headed({ alg: 'ES256' }), /signed with HS256/],
    [
      'with its key inside',
      sign(orderClaims(), { header: { jwk: { kty: 'oct', k: 'eA' } }, secret: 'x' }),
      /wrong signature/,
    ],
    ['with a header that must be understood', headed({ crit: ['exp'], exp: 1 }), /no JWT of the form/],
    ['with an unencoded payload', headed({ b64: false, crit: ['b64'] }), /no JWT of the form/],
    ['with a claim changed', right.replace(body, encode(orderClaims({ amount: 100 }))), /wrong signature/],
    ['cut off', right.slice(0, -4), /wrong signature/],
    ['as an encrypted one', `${encode({ alg: 'dir', enc: 'A256GCM' })}....`, /signed with HS256/],
    ['as a text', 'order-7', /is no JWT/],
    ['as nothing', '', /is no JWT/],
    ['longer than addresses are', sign(orderClaims({ description: 'x'.repeat(6000) })), /longer than 6000/],
  ];
  for (const [what, token, problem] of forms) {
    it(`is refused ${what}`, async () => assert.match(await refusal(token), problem));
  }

  it('is refused with a payload that is no object', async () => {
    assert.match(await refusal(sign([orderClaims()] as never)), /no JWT|missing/);
  });
});

/** The shop's key set, and how often it was asked for. */
async function openKeySet(t: TestContext) {
  const keys: object[] = [];
  let asked = 0;
  let status = 200;
  const url = await listen(t, (_, response) => {
    asked += 1;
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ keys }));
  });
  return {
    url: new URL(`${url}/keys.json`),
    asked: () => asked,
    answer: (next: 200 | 500) => void (status = next),
    withdraw: () => void (keys.length = 0),
    async addKey(kid: string) {
      const { privateKey, publicKey } = await generateKeyPair('ES256');
      keys.push({ ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' });
      return (claims: object) =>
        new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256', kid }).sign(privateKey);
    },
  };
}

/** A set with one key, what signs with that, and a program that asks for the set. */
async function openSigned(t: TestContext) {
  const set = await openKeySet(t);
  const errors: unknown[] = [];
  const bySet = createTokenVerifier({ kind: 'jwks', url: set.url }, (error) => errors.push(error));
  return { set, signWithSet: await set.addKey('one'), bySet, errors };
}

describe('an order token by a key set', () => {
  it('is taken when a key of the set has signed it as ES256', async (t) => {
    const { signWithSet, bySet } = await openSigned(t);
    assert.equal(await refusal(await signWithSet(orderClaims()), bySet), 'taken');
    assert.match(await refusal(await signWithSet(orderClaims({ amount: 1 })), bySet), /`amount`/);
  });

  it('is refused as HS256 with the public key as its secret', async (t) => {
    const { set, bySet } = await openSigned(t);
    const publicKey = JSON.stringify(((await (await fetch(set.url)).json()) as { keys: object[] }).keys[0]);
    assert.match(await refusal(sign(orderClaims(), { secret: publicKey }), bySet), /signed with ES256/);
  });

  it('asks for the set once, however many keys are named that it does not have', async (t) => {
    const { set, signWithSet, bySet } = await openSigned(t);
    await bySet.verify(await signWithSet(orderClaims()));
    for (let count = 0; count < 100; count += 1) {
      const token = sign(orderClaims(), { header: { alg: 'ES256', kid: `forged-${count}` } });
      assert.match(await refusal(token, bySet), /must name its key/);
    }
    assert.equal(set.asked(), 1);
  });

  it('can be tried again when the set cannot be read, and the operator is told why, once in 30 s', async (t) => {
    const { set, signWithSet, bySet, errors } = await openSigned(t);
    const token = await signWithSet(orderClaims());
    set.answer(500);
    for (let count = 0; count < 3; count += 1) assert.match(await refusal(token, bySet), /^keys_unavailable/);
    assert.match(String(errors), /^Error: The key set of ORDER_KEYS cannot be read: [^,]+200 OK[^,]+$/);
    set.answer(200);
    assert.equal(await refusal(token, bySet), 'taken');
  });

  it('is taken by the last key set while the set cannot be read, and the set is asked for once in 30 s', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const { set, signWithSet, bySet, errors } = await openSigned(t);
    const token = await signWithSet(orderClaims({ exp: inAnHour() + 86_400 }));
    assert.equal(await refusal(token, bySet), 'taken');
    set.answer(500);
    for (const minutes of [10, 600]) {
      t.mock.timers.tick(minutes * 60_000);
      for (let count = 0; count < 3; count += 1) assert.equal(await refusal(token, bySet), 'taken');
    }
    assert.equal(set.asked(), 3);
    assert.match(
      String(errors),
      /^(Error: The key set of ORDER_KEYS cannot be read, and the last one goes on: .+){2}$/,
    );
  });

  it('is refused ten minutes after its key was withdrawn', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const { set, signWithSet, bySet } = await openSigned(t);
    const token = await signWithSet(orderClaims());
    assert.equal(await refusal(token, bySet), 'taken');
    set.withdraw();
    await set.addKey('two');
    t.mock.timers.tick(600_000);
    const all = await Promise.all([1, 2, 3].map(() => refusal(token, bySet)));
    for (const each of all) assert.match(each, /must name its key/);
  });

  it('is taken by a key that was added to the set 30 s after the last read', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    const { set, signWithSet, bySet } = await openSigned(t);
    assert.equal(await refusal(await signWithSet(orderClaims()), bySet), 'taken');
    const signWithTwo = await set.addKey('two');
    t.mock.timers.tick(30_000);
    assert.equal(await refusal(await signWithTwo(orderClaims()), bySet), 'taken');
  });
});
