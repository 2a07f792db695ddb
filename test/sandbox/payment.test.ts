import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createSandbox } from '../../src/sandbox/index.js';
import { client, habits, noon, openShop, source } from './shop.js';

describe('a payment', () => {
  test('keeps a name in any script, markup included, as it came', async () => {
    const { pay } = openShop();
    for (const name of ['عائشة', 'O’Neill <b>', '张', '😀'])
      assert.equal((await pay({ source: { name } })).source.name, name);
  });

  test('has the id that the client chose, unless another payment has it in whatever case', async () => {
    const { createIntent, fulfil, paymentOf } = openShop();
    const id = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
    const intent = await createIntent();
    assert.equal((await fulfil(intent.client_secret, { given_id: id })).body.id, id);
    assert.equal((await paymentOf(id)).id, id);

    const other = await createIntent();
    for (const repeated of [id, id.toUpperCase()]) {
      const { status, body } = await fulfil(other.client_secret, { given_id: repeated });
      assert.deepEqual([status, body.type, body.errors], [400, 'used_given_id', null]);
    }
    assert.equal((await fulfil(other.client_secret)).status, 201);
  });

  test('is refused for the problems of its body and of its card at once', async () => {
    const { createIntent, fulfil } = openShop();
    const { client_secret: secret } = await createIntent();
    const { body } = await fulfil(secret, { extra: 1, source: source('4111111111111112') });
    assert.deepEqual(Object.keys(body.errors).sort(), ['extra', 'source.number']);
  });
});

describe('amounts are formatted with the decimals of', () => {
  const formats = [
    ['MGA', 100, '1.00 MGA'],
    ['MRU', 12_345, '123.45 MRU'],
    ['SLE', 100, '1.00 SLE'],
    ['CLF', 12_345, '1.2345 CLF'],
    ['SAR', 2 ** 53 - 1, '90,071,992,547,409.91 SAR'],
  ] as const;
  for (const [currency, amount, formatted] of formats)
    test(`formats ${amount} ${currency} as ${formatted}`, async () => {
      const { pay } = openShop();
      assert.equal((await pay({ intent: { amount, currency } })).amount_format, formatted);
    });
});

describe('the payer’s address is', () => {
  const addresses = {
    '203.0.113.7': '203.0.113.7',
    '::ffff:203.0.113.7': '203.0.113.7',
    '::1': '127.0.0.1',
    '2001:db8::1': '127.0.0.1',
  };
  for (const [remoteAddress, ip] of Object.entries(addresses))
    test(`reports ${ip} for a connection from ${remoteAddress}`, async () => {
      const sandbox = createSandbox({ now: () => noon });
      const socket = { remoteAddress, destroy: () => undefined };
      const { pay } = habits(
        client((request) => {
          request.headers.set('host', '127.0.0.1:4010');
          return sandbox.fetch(request, { incoming: { socket } });
        }),
      );
      assert.equal((await pay()).ip, ip);
    });
});
