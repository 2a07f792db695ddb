import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { PayError, type PayClient } from '../../src/server/index.js';
import { openCheckout, type Shop } from './checkout-shop.js';
import { challenged } from './payer.js';

/** A payer who chooses to pay another way, and then approves both payments at the bank. */
async function payTwice({ intent, pay, service }: Shop) {
  const first = await pay(await intent(), challenged);
  const second = await pay(await intent({ instead_of: first.id }), challenged);
  for (const { source } of [first, second]) await service.answer(source.transaction_url, 'authenticated');
  return { first: first.id, second: second.id };
}

const states = async (client: PayClient, ...ids: string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const { status, refunded } = await client.retrievePayment(id);
      return refunded ? `${status} ${refunded}` : status;
    }),
  );

describe('a payer who approves two payments of one order', () => {
  it('has paid twice, and the merchant is told', async (t) => {
    const shop = await openCheckout(t);
    const { first, second } = await payTwice(shop);
    await shop.sweep();
    assert.deepEqual(
      shop.settled.map(({ payment, verdict }) => [payment.id, verdict]),
      [
        [first, 'paid'],
        [second, 'duplicate'],
      ],
    );
    assert.deepEqual(await states(shop.client, first, second), ['paid', 'paid']);
    // Another process may return duplicates, so the order is handed out for a day.
    for (let sweeps = 0; sweeps < 30; sweeps++) await shop.sweep();
    assert.deepEqual(shop.records.open(), []);
  });

  it('gets the second one back on the same day by a void', async (t) => {
    const shop = await openCheckout(t, { returnDuplicates: true });
    const { first, second } = await payTwice(shop);
    await shop.sweep();
    assert.deepEqual(await states(shop.client, first, second), ['paid', 'voided']);
    assert.deepEqual(
      shop.settled.map(({ payment, verdict }) => [payment.id, payment.status, verdict]),
      [
        [first, 'paid', 'paid'],
        [second, 'voided', 'duplicate'],
      ],
    );
    assert.deepEqual(shop.records.open(), []);
    assert.equal((await shop.checkout().settle(second)).verdict, 'duplicate');
    assert.equal(shop.settled.length, 2);
  });

  it('gets it back by a refund when the day has passed', async (t) => {
    const shop = await openCheckout(t, { returnDuplicates: true });
    const { first, second } = await payTwice(shop);
    await shop.control('clock', { advance: 86_400 });
    await shop.sweep();
    assert.deepEqual(await states(shop.client, first, second), ['paid', 'refunded 10000']);
  });

  it('keeps the one that the order was settled with, whichever was made first', async (t) => {
    const shop = await openCheckout(t, { returnDuplicates: true });
    const { first, second } = await payTwice(shop);
    await shop.checkout().settle(second);
    await shop.deliver({ id: first, status: 'paid' });
    assert.deepEqual(await states(shop.client, first, second), ['voided', 'paid']);
    assert.equal((await shop.conflict()).payment?.id, second);
  });

  it('keeps one payment when both are read at the same time', async (t) => {
    const shop = await openCheckout(t, { returnDuplicates: true });
    const { first, second } = await payTwice(shop);
    await Promise.all([
      ...[first, second, second, first].map((id) => shop.deliver({ id, status: 'paid' })),
      shop.sweep(),
      shop.checkout().settle(second),
    ]);
    assert.deepEqual((await states(shop.client, first, second)).sort(), ['paid', 'voided']);
  });

  it('gets back only what is left after a part was given back by hand', async (t) => {
    const shop = await openCheckout(t, { returnDuplicates: true });
    const { first, second } = await payTwice(shop);
    await shop.checkout().settle(first);
    await shop.client.refundPayment(second, { amount: 4000 });
    await shop.sweep();
    assert.deepEqual(await states(shop.client, first, second), ['paid', 'refunded 10000']);
  });

  it('has paid with the second once the merchant gave the first back', async (t) => {
    const shop = await openCheckout(t);
    const { first, second } = await payTwice(shop);
    await shop.sweep();
    await shop.client.refundPayment(first);
    await shop.deliver({ id: first, status: 'refunded' });
    assert.equal((await shop.conflict()).payment?.id, second);
    assert.deepEqual(
      shop.settled.map(({ payment, verdict }) => [payment.id, verdict]),
      [
        [first, 'paid'],
        [second, 'duplicate'],
        [first, 'reversed'],
        [second, 'paid'],
      ],
    );
  });

  it('has not unpaid the order when the merchant gives the second back by hand', async (t) => {
    const shop = await openCheckout(t);
    const { first, second } = await payTwice(shop);
    await shop.sweep();
    await shop.client.refundPayment(second);
    assert.equal((await shop.checkout().settle(second)).verdict, 'duplicate');
    assert.equal((await shop.conflict()).payment?.id, first);
  });
});

describe('returning a duplicate once', () => {
  type Crash = (client: PayClient, id: string, gone: Promise<never>) => Promise<never>;
  const crashes: [title: string, crash: Crash][] = [
    ['when the server ends before it asks for the void', (_client, _id, gone) => gone],
    [
      'when the server ends after the void was done',
      async (client, id, gone) => {
        await client.voidPayment(id);
        return gone;
      },
    ],
    [
      'when the answer to the void was lost',
      async (client, id) => {
        await client.voidPayment(id);
        throw new PayError('network', 'The service gave no answer.');
      },
    ],
    ['when the service is down', () => Promise.reject(new PayError('api', 'Down.', { status: 503 }))],
  ];
  for (const [title, crash] of crashes) {
    it(title, async (t) => {
      let reached: () => void = () => undefined;
      const crashed = new Promise<void>((resolve) => (reached = resolve));
      // Nothing is heard of a server that has ended. After the test its sweep must not keep this process waiting.
      const gone = new Promise<never>((_, reject) => t.after(() => reject(new Error('The test has ended.'))));
      gone.catch(() => undefined);
      const moves: string[] = [];
      const shop = await openCheckout(t, {
        returnDuplicates: true,
        around: (client) => ({
          ...client,
          voidPayment: (id) => {
            moves.push('void');
            reached();
            return crash(client, id, gone);
          },
          refundPayment: (id) => {
            moves.push('refund');
            return client.refundPayment(id);
          },
        }),
      });
      const { first, second } = await payTwice(shop);
      void shop.sweep();
      await crashed;
      assert.deepEqual(moves, ['void']);
      // The next process has the same database, and the client without the crash.
      shop.restart({
        client: {
          ...shop.client,
          refundPayment: () => Promise.reject(new Error('It was to be voided.')),
        },
      });
      await Promise.all([shop.sweep(), shop.sweep(), shop.sweep()]);
      await shop.sweep();
      assert.deepEqual(await states(shop.client, first, second), ['paid', 'voided']);
      assert.deepEqual(shop.records.open(), []);
      assert.deepEqual(
        [...new Set(shop.settled.map(({ payment, verdict }) => `${payment.id} ${verdict}`))],
        [`${first} paid`, `${second} duplicate`],
      );
    });
  }

  it('finishes a started return in a process without `returnDuplicates`', async (t) => {
    const shop = await openCheckout(t, {
      returnDuplicates: true,
      around: (client) => ({ ...client, voidPayment: () => Promise.reject(new Error('killed')) }),
    });
    const { first, second } = await payTwice(shop);
    await shop.sweep();
    assert.deepEqual(await states(shop.client, first, second), ['paid', 'paid']);
    assert.match(String(shop.errors), /killed/);
    shop.restart({ returnDuplicates: false, client: shop.client });
    await shop.sweep();
    assert.deepEqual(await states(shop.client, first, second), ['paid', 'voided']);
  });
});

describe('a duplicate that is on its way back', () => {
  const refused = () => Promise.reject(new PayError('api', 'Not now.', { status: 400 }));

  /** Which of the two ways the service was asked for. */
  async function openCounting(
    t: TestContext,
    change: (client: PayClient) => Partial<PayClient> = () => ({}),
  ) {
    const asked: string[] = [];
    const shop = await openCheckout(t, {
      returnDuplicates: true,
      around: (client) => {
        const changed = { ...client, ...change(client) };
        return {
          ...changed,
          voidPayment: (id) => (asked.push('void'), changed.voidPayment(id)),
          refundPayment: (id) => (asked.push('refund'), changed.refundPayment(id)),
        };
      },
    });
    return { ...shop, asked };
  }

  it('is not refunded once it is voided', async (t) => {
    const shop = await openCounting(t);
    await payTwice(shop);
    await shop.sweep();
    assert.deepEqual(shop.asked, ['void']);
  });

  it('is refunded when the service refuses to void it', async (t) => {
    const shop = await openCounting(t, () => ({ voidPayment: refused }));
    const { first, second } = await payTwice(shop);
    await shop.sweep();
    assert.deepEqual(shop.asked, ['void', 'refund']);
    assert.deepEqual(await states(shop.client, first, second), ['paid', 'refunded 10000']);
  });

  it('is not asked back again when the merchant has voided it meanwhile', async (t) => {
    let down = true;
    const shop = await openCounting(t, ({ voidPayment }) => ({
      voidPayment: (id) => (down ? Promise.reject(new PayError('network', 'No answer.')) : voidPayment(id)),
    }));
    const { second } = await payTwice(shop);
    await shop.sweep();
    assert.deepEqual(shop.asked, ['void']);
    down = false;
    await shop.client.voidPayment(second);
    await shop.sweep();
    assert.deepEqual(shop.asked, ['void']);
    assert.equal((await shop.record()).payments[1]?.giveBack, 'done');
  });

  it('stays so, and the merchant is told, while the service refuses both ways', async (t) => {
    const shop = await openCounting(t, () => ({ voidPayment: refused, refundPayment: refused }));
    const { second } = await payTwice(shop);
    await shop.sweep();
    assert.deepEqual(shop.asked, ['void', 'refund']);
    assert.match(String(shop.errors), new RegExp(`${second} is not given back yet`));
    assert.equal((await shop.record()).payments[1]?.giveBack, 'wanted');
    assert.deepEqual(shop.records.open(), ['7']);
  });

  it('is not refunded while the service does not answer whether it was voided', async (t) => {
    const silent = () => Promise.reject(new PayError('network', 'No answer.'));
    const shop = await openCounting(t, () => ({ voidPayment: silent }));
    await payTwice(shop);
    await shop.sweep();
    assert.deepEqual(shop.asked, ['void']);
    assert.match(String(shop.errors), /No answer/);
  });

  it('is not returned when the other payment is settled', async (t) => {
    const shop = await openCounting(t, () => ({ voidPayment: refused, refundPayment: refused }));
    const { first, second } = await payTwice(shop);
    await shop.checkout().settle(second);
    await shop.checkout().settle(first);
    const { payment, verdict } = await shop.checkout().settle(second);
    assert.deepEqual([payment.id, verdict], [second, 'paid']);
  });
});
