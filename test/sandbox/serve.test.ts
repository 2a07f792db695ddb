import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { createSandbox, publishableKey, serve } from '../../src/sandbox/index.js';
import { sendRaw } from './raw.js';
import { basic, client, habits, noon, source } from './shop.js';

async function open(t: TestContext) {
  const sandbox = createSandbox({ now: () => noon });
  const served = await serve(sandbox);
  t.after(async () => {
    await served.close();
    await sandbox.close();
  });
  const call = client(fetch, served.url);
  return { sandbox, served, call, ...habits(call) };
}

describe('over HTTP', () => {
  test('a cancellation and fulfilments at once leave one winner', async (t) => {
    const { createIntent, fulfil, call } = await open(t);
    for (let round = 0; round < 5; round += 1) {
      const intent = await createIntent();
      const cancel = () => call('POST', `/v1/payment_intents/${intent.id}/cancel`);
      const answers = await Promise.all([
        fulfil(intent.client_secret),
        cancel(),
        fulfil(intent.client_secret),
        cancel(),
      ]);
      assert.equal(answers.filter(({ status }) => status < 300).length, 1);
    }
  });

  test('a dropped connection ends without an answer, before or after the payment is made', async (t) => {
    const { served, createIntent, fault, paymentOf, fulfil } = await open(t);
    const intent = await createIntent();
    const id = '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed';
    const body = JSON.stringify({ client_secret: intent.client_secret, source: source(), given_id: id });
    const headers = { authorization: basic(publishableKey), 'content-type': 'application/json' };
    const send = () => sendRaw(`${served.url}/v1/payments`, { headers, body });
    await fault('fulfil', 'drop-before');
    await assert.rejects(send(), { code: 'ECONNRESET' });
    assert.equal((await paymentOf(id)).type, 'record_not_found');
    await fault('fulfil', 'drop-after');
    await assert.rejects(send(), { code: 'ECONNRESET' });
    assert.equal((await paymentOf(id)).status, 'initiated');
    assert.equal((await fulfil(intent.client_secret)).body.type, 'intent_not_fulfillable');
  });

  test('the challenge is at the address by which the sandbox was reached', async (t) => {
    const { served, payWith } = await open(t);
    const { source } = await payWith();
    assert.ok(source.transaction_url.startsWith(`${served.url}/v1/card_auth/`));
    assert.equal((await fetch(source.transaction_url)).status, 200);
  });

  test('a delayed answer does not keep the sandbox from closing', async () => {
    const sandbox = createSandbox();
    const served = await serve(sandbox);
    const shop = habits(client(fetch, served.url));
    const intent = await shop.createIntent();
    await shop.fault('fulfil', 'delay', { ms: 600_000 });
    const late = assert.rejects(
      shop.fulfil(intent.client_secret, { given_id: '1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed' }),
    );
    while ((await shop.paymentOf('1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed')).status !== 'initiated');
    await served.close();
    await sandbox.close();
    await late;
  });
});
