import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { secretKey } from '../../src/sandbox/index.js';
import { createPayClient } from '../../src/server/index.js';
import { memoryStore } from '../../src/server/stores/memory.js';
import { ensureRegistration } from '../../src/program/ensure-registration.js';
import { openService } from '../server/payer.js';
import { openReceiver } from '../receiver.js';

/** A program's address that hears the real service, and its starts with one database. */
async function openPrograms(t: TestContext) {
  const service = await openService(t);
  const receiver = await openReceiver(t);
  const client = createPayClient({ secretKey, baseUrl: service.baseUrl });
  const store = memoryStore();
  return {
    client,
    baseUrl: service.baseUrl,
    start: (webhookSecret: string, changed: Partial<typeof client> = {}) =>
      ensureRegistration({ ...client, ...changed }, store, {
        publicUrl: receiver.url,
        secretKey,
        webhookSecret,
      }),
    registerByHand: (url = `${receiver.url}/webhook`) =>
      client.registerWebhook({ url, shared_secret: 'by hand' }),
    listIds: async () => (await client.listWebhooks()).webhooks.map(({ id }) => id),
    /** The secret in the message about a payment that is made now. */
    async nextSecret() {
      const gift = {
        amount: 100,
        currency: 'SAR',
        description: 'Gift',
        callback_url: 'https://shop.example/',
      };
      await service.pay({ secret: '', more: { client_secret: undefined, ...gift } });
      const [message] = await receiver.until(1);
      return message!.body.secret_token as string;
    },
  };
}

describe('the registration of the program', () => {
  it('is kept over a start with the same secret', async (t) => {
    const { start, listIds } = await openPrograms(t);
    await start('first');
    const before = await listIds();
    assert.equal(before.length, 1);
    await start('first');
    assert.deepEqual(await listIds(), before);
  });

  it('has the new secret after a start with another one, so that its messages are taken', async (t) => {
    const { start, listIds, nextSecret } = await openPrograms(t);
    await start('first');
    await start('second');
    assert.equal((await listIds()).length, 1);
    assert.equal(await nextSecret(), 'second');
  });

  it('has the new secret also where the address was registered twice before', async (t) => {
    const { start, registerByHand, listIds, nextSecret } = await openPrograms(t);
    await start('first');
    await registerByHand();
    assert.equal((await listIds()).length, 2);
    await start('second');
    assert.equal((await listIds()).length, 1);
    assert.equal(await nextSecret(), 'second');
  });

  it('has the new secret also where the service lists pages of others first', async (t) => {
    const { client, start, registerByHand, listIds } = await openPrograms(t);
    const listWebhooks: typeof client.listWebhooks = async ({ page = 1 } = {}) => {
      const { webhooks } = await client.listWebhooks();
      const [from, to] = [20 * (page - 1), 20 * page];
      return {
        webhooks: webhooks.slice(from, to),
        meta: { next_page: to < webhooks.length ? page + 1 : null },
      };
    };
    await start('first');
    const [first] = await listIds();
    for (let n = 0; n < 45; n++) await registerByHand(`http://127.0.0.1:9/${n}`);
    await start('second', { listWebhooks });
    const after = await listIds();
    assert.equal(after.length, 46);
    assert.ok(!after.includes(first!));
    await start('second', { listWebhooks });
    assert.deepEqual(await listIds(), after, 'nothing is replaced again');
  });

  it('is replaced at the next start where the program ended before the new one was there', async (t) => {
    const { start, listIds } = await openPrograms(t);
    await start('first');
    const before = await listIds();
    const killed = new Error('killed');
    await assert.rejects(start('second', { deleteWebhook: () => Promise.reject(killed) }), killed);
    await start('second');
    const after = await listIds();
    assert.equal(after.length, 1);
    assert.notDeepEqual(after, before);
  });

  it('is there where the list still shows what was deleted', async (t) => {
    const { baseUrl, client, start, listIds } = await openPrograms(t);
    await start('first');
    const before = await client.listWebhooks();
    const lagging = createPayClient({
      ...{ secretKey, baseUrl },
      fetch: async (url, init) => (init.method === 'GET' ? Response.json(before) : fetch(url, init)),
    });
    await start('second', lagging);
    assert.equal((await listIds()).length, 1);
  });

  it('is one where several processes start with a new secret at once', async (t) => {
    const { start, listIds } = await openPrograms(t);
    await start('first');
    const before = await listIds();
    await Promise.all([1, 2, 3].map(() => start('second')));
    const after = await listIds();
    assert.equal(after.length, 1);
    assert.notDeepEqual(after, before);
  });
});
