import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { describe, it, type TestContext } from 'node:test';
import { parseServiceTime } from '../../src/server/checkout/times.js';
import type { CaptureWarning } from '../../src/server/index.js';
import { openCheckout, type Shop } from './checkout-shop.js';
import { challenged } from './payer.js';

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000] as const;

/** Lets both clocks run, of the service and of this server. */
function holdTime(t: TestContext) {
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
  return (ms: number) => t.mock.timers.setTime(Date.now() + ms);
}

/** Sweeps whenever the order is due; resolves with the hours at which it was. */
async function sweepFor(shop: Shop, days: number, pass: (ms: number) => void) {
  const start = Date.now();
  const hours: number[] = [];
  for (
    let due = shop.records.dueAt('7');
    due !== undefined && due < start + days * day;
    due = shop.records.dueAt('7')
  ) {
    pass(Math.max(due - Date.now(), 0));
    assert.equal((await shop.checkout().sweep()).asked, 1);
    hours.push((Date.now() - start) / hour);
    assert.ok(hours.length < 150, 'it is swept without end');
  }
  return hours;
}

describe('a sweep', () => {
  it('asks ever more seldom about a payment that waits at the bank, and a message settles it later all the same', async (t) => {
    const pass = holdTime(t);
    const shop = await openCheckout(t);
    const { id, source } = await shop.pay(await shop.intent(), challenged);
    shop.shown.payments = (body) => ({ ...body, status: 'initiated' });
    const hours = await sweepFor(shop, 10, pass);
    assert.ok(hours.length > 20 && hours.length < 45, `${hours.length} sweeps`);
    assert.ok(hours.filter((at) => at < 1).length >= 4, 'often in the first hour');
    await shop.service.answer(source.transaction_url, 'authenticated');
    shop.shown.payments = (body) => ({ ...body, status: 'paid' });
    await shop.deliver({ id, status: 'paid' });
    assert.deepEqual(shop.verdicts(), ['paid']);
  });

  it('tries a verdict that cannot be taken for a month once a day in the end, and it stays in the report', async (t) => {
    const pass = holdTime(t);
    const shop = await openCheckout(t, {
      onSettled: () => Promise.reject(new Error('The warehouse is closed.')),
    });
    await shop.checkout().settle((await shop.pay(await shop.intent())).id);
    const hours = await sweepFor(shop, 31, pass);
    assert.ok(hours.length > 45 && hours.length < 70, `${hours.length} sweeps`);
    assert.equal((await shop.checkout().report()).open, 1);
    shop.restart({ onSettled: (settlement) => void shop.settled.push(settlement) });
    await shop.sweep();
    assert.deepEqual(shop.verdicts(), ['paid']);
  });

  it('finds an order that a clock which was wrong for a moment has put off by 400 days', async (t) => {
    const pass = holdTime(t);
    const shop = await openCheckout(t);
    await shop.pay(await shop.intent());
    const stored = (await shop.store.load('7'))!;
    await shop.store.save('7', stored.record, stored.version + 1, Date.now() + 400 * day);
    pass(2 * minute);
    assert.equal((await shop.checkout().sweep()).asked, 1);
    assert.deepEqual(shop.verdicts(), ['paid']);
  });

  it('hands no order to another process while it works on it, and the order is due in a minute again', async (t) => {
    const pass = holdTime(t);
    const askedByOther: number[] = [];
    const shop: Shop = await openCheckout(t, {
      onSettled: async () => void askedByOther.push((await other.sweep()).asked),
    });
    const other = shop.open();
    await shop.pay(await shop.intent());
    pass(minute);
    assert.equal((await shop.checkout().sweep()).asked, 1);
    assert.deepEqual([askedByOther, shop.records.open()], [[0], []]);
    await shop.pay(await shop.intent(undefined, '8'), challenged);
    pass(minute);
    await shop.checkout().sweep();
    assert.equal(shop.records.dueAt('8'), Date.now() + minute);
  });

  for (const [value, seconds] of [
    ['999999999', 3600],
    ['9'.repeat(400), 3600],
    ['0', 30],
    [new Date(0).toUTCString(), 30],
    ['100', 100],
  ] as const)
    it(`leaves the service alone for ${seconds} s after 429 with \`Retry-After: ${value.slice(0, 20)}\``, async (t) => {
      const pass = holdTime(t);
      let [isBusy, refused] = [false, 0];
      const shop = await openCheckout(t, {
        async intercept(url, init, send) {
          if (!isBusy) return send(url, init);
          refused++;
          return new Response('', {
            status: 429,
            headers: { 'retry-after': value, date: new Date().toUTCString() },
          });
        },
      });
      for (const id of ['7', '8']) await shop.pay(await shop.intent(undefined, id));
      pass(minute);
      isBusy = true;
      const result = await shop.checkout().sweep({ concurrency: 1 });
      assert.deepEqual([result.failed, result.left, refused], [1, true, 1]);
      assert.equal(shop.records.dueAt('7'), Date.now() + seconds * 1000);
      isBusy = false;
      pass((seconds - 1) * 1000);
      assert.equal((await shop.checkout().sweep()).asked, 0);
      pass(1000);
      assert.equal((await shop.checkout().sweep()).settled.length, 2);
    });

  it('asks about an order that was refused no second time, although the service may be asked again', async (t) => {
    const pass = holdTime(t);
    let [isBusy, asked] = [false, 0];
    const shop: Shop = await openCheckout(t, {
      async intercept(url, init, send) {
        if (!isBusy || ++asked > 2) return send(url, init);
        if (asked === 1) return new Response('', { status: 429, headers: { 'retry-after': '1' } });
        // The other order is asked about for longer than the service wants to be left alone.
        while (shop.errors.length === 0) await setTimeout(5);
        pass(2000);
        return send(url, init);
      },
    });
    for (const id of ['7', '8']) await shop.pay(await shop.intent(undefined, id));
    pass(minute);
    isBusy = true;
    const { asked: orders, failed, settled, left } = await shop.checkout().sweep({ limit: 2 });
    assert.deepEqual([orders, failed, settled.length, left], [2, 1, 1, true]);
  });

  for (const [title, method, ms, message] of [
    ['about one order', 'load', 5 * minute, /sweep of order 7 has not ended within 5 minutes/],
    ['what is due', 'claimDue', 30_000, /`store.claimDue` has not ended within 30 s/],
  ] as const)
    it(`ends although the database never answers ${title}, and the next one works`, async (t) => {
      let [isHanging, begin]: [boolean, () => void] = [false, () => undefined];
      const hangs = new Promise<void>((resolve) => (begin = resolve));
      const shop = await openCheckout(t, {
        aroundStore: (store) => {
          const hang = () => (begin(), new Promise<never>(() => undefined));
          const isHung = (name: string) => isHanging && method === name;
          return {
            ...store,
            load: (id) => (isHung('load') && id === '7' ? hang() : store.load(id)),
            claimDue: (...values) => (isHung('claimDue') ? hang() : store.claimDue(...values)),
          };
        },
      });
      await shop.pay(await shop.intent());
      t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() + minute });
      t.after(() => t.mock.timers.reset());
      isHanging = true;
      const sweep = shop
        .checkout()
        .sweep()
        .catch((error: unknown) => shop.errors.push(error));
      await hangs;
      t.mock.timers.tick(ms);
      await sweep;
      assert.match(String(shop.errors), message);
      isHanging = false;
      await shop.sweep();
      assert.deepEqual(shop.verdicts(), ['paid']);
    });

  it('takes a limit and a concurrency from 1 on', async (t) => {
    const { checkout } = await openCheckout(t);
    for (const options of [{ limit: 0 }, { concurrency: 1.5 }])
      await assert.rejects(checkout().sweep(options), {
        code: 'configuration',
        message: /must be a whole number from 1 on/,
      });
  });
});

describe('the report', () => {
  const nothing = { open: 0, due: 0, mismatched: 0, duplicates: 0, uncaptured: 0, unidentified: [] };

  it('counts what is open and due, at once, and says when the last sweep ended, in whatever process', async (t) => {
    const pass = holdTime(t);
    const shop = await openCheckout(t);
    assert.deepEqual(await shop.checkout().report(), nothing);
    const start = Date.now();
    await shop.pay(await shop.intent());
    await shop.intent({}, '8');
    pass(2 * minute);
    const oldestDue = new Date(start + minute).toISOString();
    assert.deepEqual(await shop.checkout().report(), { ...nothing, open: 2, due: 2, oldestDue });
    await shop.checkout().sweep();
    shop.restart();
    const lastSweep = new Date().toISOString();
    assert.deepEqual(await shop.checkout().report(), { ...nothing, open: 1, lastSweep });
  });

  it('reads each order of many once, whatever the size of a page, and runs once at a time', async (t) => {
    let lists = 0;
    const shop = await openCheckout(t, {
      aroundStore: (store) => ({ ...store, list: (page) => (lists++, store.list(page)) }),
    });
    const { record } = (await shop.intent(), (await shop.store.load('7'))!);
    for (let number = 0; number < 2500; number++) await shop.store.save(`more-${number}`, record, 1, 1);
    const { report } = shop.checkout();
    const [one, other] = await Promise.all([report(), report()]);
    assert.deepEqual([one.open, one.due, other.open, lists], [2501, 2500, 2501, 3]);
  });
});

describe('the warning of a capture that is due', () => {
  async function openAuthorized(t: TestContext, options: { captureDueAfterHours?: number } = {}) {
    const pass = holdTime(t);
    const warnings: CaptureWarning[] = [];
    const onCaptureDue = (warning: CaptureWarning) => void warnings.push(warning);
    const shop = await openCheckout(t, { onCaptureDue, ...options });
    const { id } = await shop.pay(await shop.intent(), undefined, { manual: true });
    await shop.checkout().settle(id);
    return { ...shop, id, warnings, onCaptureDue, pass };
  }

  for (const hours of [72, 24, 100 / 7])
    it(`comes once, ${hours.toFixed(1)} hours after the authorization, and the order stays in the report`, async (t) => {
      const shop = await openAuthorized(t, hours === 72 ? {} : { captureDueAfterHours: hours });
      shop.pass(Math.round(hours * hour) - minute);
      await shop.sweep();
      assert.equal(shop.warnings.length, 0);
      shop.pass(2 * minute);
      for (let sweeps = 0; sweeps < 2; sweeps++) await shop.sweep();
      assert.deepEqual(
        shop.warnings.map(({ orderId, payment }) => [orderId, payment.id, payment.status]),
        [['7', shop.id, 'authorized']],
      );
      assert.deepEqual([(await shop.checkout().report()).uncaptured, shop.errors], [1, []]);
      await shop.checkout().capture('7');
      assert.deepEqual([(await shop.checkout().report()).uncaptured, shop.records.open()], [0, []]);
    });

  it('comes from `onError` too, once, when the authorization is seven days old', async (t) => {
    const shop = await openAuthorized(t);
    shop.restart({ onCaptureDue: undefined });
    const types = () => shop.errors.map((error) => (error as { type?: string }).type);
    for (const [ms, count] of [
      [7 * day - minute, 0],
      [2 * minute, 1],
      [hour, 1],
      [day, 1],
    ] as const) {
      shop.pass(ms);
      await shop.sweep();
      assert.deepEqual(types(), Array<string>(count).fill('authorization_stale'));
    }
    await shop.checkout().capture('7');
    shop.pass(2 * day);
    await shop.sweep();
    assert.deepEqual([types().length, shop.records.open()], [1, []]);
  });

  it('comes again when `onCaptureDue` fails, and from a process that has it', async (t) => {
    const shop = await openAuthorized(t);
    shop.pass(73 * hour);
    for (const onCaptureDue of [undefined, () => Promise.reject(new Error('The mail server is away.'))]) {
      shop.restart({ onCaptureDue });
      await shop.sweep();
    }
    assert.match(String(shop.errors), /mail server/);
    shop.restart({ onCaptureDue: shop.onCaptureDue });
    await shop.sweep();
    assert.equal(shop.warnings.length, 1);
  });

  it('does not come for what was captured by hand, and is not configured by what is no number of hours', async (t) => {
    const shop = await openAuthorized(t);
    await shop.client.capturePayment(shop.id);
    shop.pass(73 * hour);
    await shop.sweep();
    assert.deepEqual([shop.warnings, shop.verdicts()], [[], ['authorized', 'paid']]);
    for (const captureDueAfterHours of [0, -1, NaN, Infinity, '24'])
      assert.throws(
        () => shop.restart({ captureDueAfterHours: captureDueAfterHours as never }),
        /must be a number of hours above 0/,
      );
  });
});

describe('a time of the service', () => {
  const before = process.env['TZ'];
  const goToRiyadh = (t: TestContext) => {
    process.env['TZ'] = 'Asia/Riyadh';
    t.after(() => (before === undefined ? delete process.env['TZ'] : (process.env['TZ'] = before)));
  };
  it('is read by its zone, wherever the server is', (t) => {
    goToRiyadh(t);
    for (const text of [
      '2026-01-01T11:00:00Z',
      '2026-01-01T11:00Z',
      '2026-01-01T14:00:00.000+03:00',
      '2026-01-01T14:00:00+0300',
      '2026-01-01 11:00:00z',
      '2026-01-01 11:00:00+00',
      '2026-01-01 11:00:00 UTC',
    ])
      assert.equal(parseServiceTime(text), Date.UTC(2026, 0, 1, 11), text);
  });
  it('is none without a zone, so that it proves nothing', (t) => {
    goToRiyadh(t);
    for (const text of [
      '2026-01-01T11:00:00',
      '2026-01-01T11:00',
      '2026-01-01',
      '2026',
      '01-2026',
      '11:00 2026-01-01',
      'Thu, 01 Jan 2026 11:00:00',
      'Z',
      '',
      null,
      undefined,
    ])
      assert.equal(parseServiceTime(text), NaN, String(text));
  });
});
