import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { secretKey } from '../../src/sandbox/index.js';
import { createPayClient, type PayClient } from '../../src/server/index.js';
import { openService } from './payer.js';

const body = {
  url: 'http://127.0.0.1:9/webhook',
  shared_secret: 's',
  events: ['payment_paid' as const, 'payment_refunded' as const],
};

/** A client of a service of the test's own, by whatever way its requests go. */
async function connect(t: TestContext, send: typeof fetch = fetch) {
  const { baseUrl } = await openService(t);
  return createPayClient({ secretKey, baseUrl, fetch: send });
}

/** Changes the list of registrations, which is all that the service is asked by GET. */
const listing =
  (change: (list: { webhooks: { id: string }[] }) => object): typeof fetch =>
  async (url, init) => {
    const response = await fetch(url, init);
    return init?.method === 'GET' ? Response.json(change(await response.json())) : response;
  };

const idsOf = async ({ listWebhooks }: PayClient) => (await listWebhooks()).webhooks.map(({ id }) => id);

describe('ensureWebhook', () => {
  it('registers once, however often it is called', async (t) => {
    const client = await connect(t);
    const first = await client.ensureWebhook(body);
    const again = await client.ensureWebhook({ ...body, events: ['payment_refunded', 'payment_paid'] });
    assert.equal(again.id, first.id);
    assert.equal((await client.listWebhooks()).webhooks.length, 1);
  });

  it('knows its own address in the form in which a service may give it back', async (t) => {
    const bare = { ...body, url: 'http://SHOP.example' };
    const client = await connect(t, async (url, init) => {
      const text = await (await fetch(url, init)).text();
      return new Response(text.replaceAll(bare.url, 'http://shop.example/'));
    });
    const first = await client.ensureWebhook(bare);
    assert.equal((await client.ensureWebhook(bare)).id, first.id);
  });

  it('registers once where the service writes out all events, and ids in capitals', async (t) => {
    const write = ({ id, ...webhook }: { id: string }) => ({
      ...{ ...webhook, id: id.toUpperCase(), events: ['payment_paid'] },
    });
    const client = await connect(
      t,
      listing(({ webhooks }) => ({ webhooks: webhooks.map(write) })),
    );
    const all = { url: body.url, shared_secret: 's' };
    const { id } = await client.ensureWebhook(all);
    assert.equal((await client.ensureWebhook(all)).id, id);
    assert.deepEqual(await idsOf(client), [id]);
  });

  it('finds its own behind a page of others', async (t) => {
    const client = await connect(t);
    const { id } = await client.ensureWebhook(body);
    for (let n = 0; n < 80; n++) await client.registerWebhook({ ...body, url: `http://127.0.0.1:9/${n}` });
    assert.equal((await client.ensureWebhook(body)).id, id);
  });

  it('keeps what it has registered where every page of the list is the first one', async (t) => {
    let asked = 0;
    const list = listing((first) => (asked++, { ...first, meta: { next_page: 2 } }));
    const client = await connect(t, (url, init) => list(String(url).split('?')[0]!, init));
    const { id } = await client.ensureWebhook(body);
    assert.deepEqual(await idsOf(client), [id]);
    assert.ok(asked <= 4, `${asked} requests`);
  });

  it('registers another address, and other events', async (t) => {
    const client = await connect(t);
    await client.ensureWebhook(body);
    await client.ensureWebhook({ ...body, url: 'http://127.0.0.1:9/other' });
    await client.ensureWebhook({ url: body.url, shared_secret: 's' });
    assert.equal((await client.listWebhooks()).webhooks.length, 3);
  });

  it('registers once when one server calls it many times at once', async (t) => {
    const client = await connect(t);
    await Promise.all([1, 2, 3, 4].map(() => client.ensureWebhook(body)));
    assert.equal((await client.listWebhooks()).webhooks.length, 1);
  });

  it('leaves one when several servers start at once', async (t) => {
    const { baseUrl } = await openService(t);
    const servers = [1, 2, 3, 4, 5].map(() => createPayClient({ secretKey, baseUrl }));
    const kept = await Promise.all(servers.map((client) => client.ensureWebhook(body)));
    const left = (await servers[0]!.listWebhooks()).webhooks;
    assert.equal(left.length, 1);
    assert.ok(kept.some(({ id }) => id === left[0]?.id));
  });

  it('leaves one when several servers register in the same moment, whichever looks first', async (t) => {
    // Whose id comes first is a matter of chance.
    for (const _round of [1, 2, 3, 4, 5, 6]) {
      const { baseUrl } = await openService(t, { now: () => Date.UTC(2030, 0, 1) });
      const first = createPayClient({ secretKey, baseUrl });
      const second = createPayClient({
        secretKey,
        baseUrl,
        fetch: async (url, init) => {
          // It has looked, and found none. Only then does the first one start.
          if (init?.method === 'POST') await first.ensureWebhook(body);
          return fetch(url, init);
        },
      });
      const kept = await second.ensureWebhook(body);
      assert.deepEqual(await idsOf(first), [kept.id]);
    }
  });

  it('tries again after it has failed', async (t) => {
    let down = true;
    const client = await connect(t, async (url, init) =>
      down ? new Response('', { status: 503 }) : fetch(url, init),
    );
    await assert.rejects(client.ensureWebhook(body), { status: 503 });
    down = false;
    assert.ok((await client.ensureWebhook(body)).id);
  });
});
