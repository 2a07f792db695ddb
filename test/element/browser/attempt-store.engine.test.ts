import { expect } from 'chai';
import type { Purchase, Stage } from '../../../src/element/checkout/purchase.js';
import { BrowserAttemptStore, saveOutcome } from '../../../src/element/browser/attempt-store.js';
import { saveReturn } from '../../../src/element/browser/stored-entry.js';

const named = (place: string): Purchase => ({ namedBy: 'reference', name: place, key: `reference ${place}` });
const order = named('7');
const names = () => Object.keys(localStorage);
const stored = () => Object.values(localStorage).join();

/** Changes what is stored, as another tab does. */
function change(how: (text: string) => string): void {
  for (const name of names()) localStorage.setItem(name, how(localStorage.getItem(name) ?? ''));
}

/** Makes what is stored older. */
const age = (milliseconds: number) =>
  change((text) => text.replace(/"at":(\d+)/, (_, at) => `"at":${Number(at) - milliseconds}`));

/** Two elements of one page, or two tabs: each has its own. */
describe('what the tabs of an origin remember', () => {
  let [one, other] = [new BrowserAttemptStore(), new BrowserAttemptStore()];
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    [one, other] = [new BrowserAttemptStore(), new BrowserAttemptStore()];
  });
  afterEach(() => {
    one.release();
    other.release();
  });

  it('is how far a payment got, for the same purchase only', () => {
    one.save(order, 'p1', 'sent');
    expect(other.read(order)).to.include({ paymentId: 'p1', stage: 'sent', returned: false });
    expect(other.read(named('8'))).to.equal(undefined);
  });

  it('holds no secret and no name of the purchase', () => {
    const secret: Purchase = { namedBy: 'intent', name: 'pi_secret_hush', key: 'intent pi_secret_hush' };
    one.save(secret, 'p1', 'sent');
    expect(other.read(secret)?.paymentId).to.equal('p1');
    expect(stored()).to.contain('p1').and.not.to.contain('hush');
  });

  it('is not taken back by a writer of another payment while it is open', () => {
    one.save(order, 'p1', 'sent');
    for (const stage of ['free', 'paid', 'sent', 'waiting'] as const) other.save(order, 'p2', stage);
    expect(one.read(order)).to.include({ paymentId: 'p1', stage: 'sent' });
    other.save(order, 'p2', 'claimed');
    expect(one.read(order)).to.include({ paymentId: 'p2', stage: 'claimed' });
  });

  for (const stage of ['free', 'given-up', 'waiting', 'paid'] as const) {
    for (const end of ['paid', 'authorized'] as const) {
      it(`is not taken back once it is ${end}, by another payment that is ${stage}`, () => {
        one.save(order, 'p2', end);
        other.save(order, 'p1', stage);
        expect(one.read(order)).to.include({ paymentId: 'p2', stage: end, givenUp: stage === 'given-up' });
      });
    }
  }

  it('keeps what another payment that is open got to when one is given up, and says that one was', () => {
    one.save(order, 'p2', 'waiting');
    const { at } = one.read(order) ?? {};
    other.save(order, 'p1', 'given-up');
    expect(one.read(order)).to.include({ paymentId: 'p2', stage: 'waiting', givenUp: true, at });
  });

  it('is what the holder of the lock has sent or paid, beside the claim that another left', () => {
    for (const stage of ['sent', 'paid'] as const) {
      other.save(order, 'left', 'claimed');
      one.save(order, 'held', 'waiting');
      expect(one.read(order)).to.include({ paymentId: 'left', stage: 'claimed' });
      one.save(order, 'held', stage);
      expect(one.read(order)).to.include({ paymentId: 'held', stage });
    }
  });

  it('is what was sent last where an earlier purchase of the same name was paid', () => {
    one.save(order, 'p1', 'paid');
    one.save(order, 'p2', 'sent');
    expect(other.read(order)).to.include({ paymentId: 'p2', stage: 'sent' });
  });

  it('has its time from when a payment began to wait, however often that is noted', () => {
    one.save(order, 'p1', 'waiting');
    const tenMinutes = 10 * 60_000;
    age(tenMinutes);
    const at = one.read(order)?.at;
    one.save(order, 'p1', 'waiting');
    expect(other.read(order)?.at).to.equal(at);
    one.save(order, 'p1', 'given-up');
    expect(other.read(order)?.at).to.be.above(Date.now() - tenMinutes);
  });

  it('is written over when it is free', () => {
    one.save(order, 'p1', 'sent');
    one.save(order, 'p1', 'free');
    other.save(order, 'p2', 'sent');
    expect(one.read(order)).to.include({ paymentId: 'p2', stage: 'sent' });
  });

  it('has a key for each purchase, and keeps none that is over', () => {
    one.save(order, 'p1', 'sent');
    age(2 * 60 * 60_000);
    localStorage.setItem('of the page', 'its own');
    one.save(named('8'), 'p2', 'sent');
    one.save(named('9'), 'p3', 'sent');
    expect(names()).to.have.length(3).and.include('of the page');
    expect(stored()).to.not.contain('p1');
  });

  it('ends after two hours', () => {
    one.save(order, 'p1', 'sent');
    age(2 * 60 * 60_000);
    expect(one.read(order)).to.equal(undefined);
  });

  for (const text of ['', 'x', 'null', '[]', '7', '{"id":1}', '{"id":"p","at":"now"}']) {
    it(`is nothing where somebody else has written ${text || 'an empty text'}`, () => {
      one.save(order, 'p0', 'sent');
      change(() => text);
      expect(one.read(order)).to.equal(undefined);
      one.save(order, 'p1', 'sent');
      expect(one.read(order)?.paymentId).to.equal('p1');
    });
  }

  it('holds a purchase up no longer once pay-result has read that its payment failed', () => {
    one.save(order, 'p1', 'waiting');
    one.save(named('8'), 'p2', 'waiting');
    expect(saveOutcome('p1', 'failed')).to.equal(false);
    expect(one.read(order)).to.include({ paymentId: 'p1', stage: 'free' });
    expect(one.read(named('8'))).to.include({ paymentId: 'p2', stage: 'waiting' });
  });

  for (const status of ['paid', 'authorized'] as const) {
    it(`is the ${status} payment that pay-result has read`, () => {
      one.save(order, 'p1', 'waiting');
      expect(saveOutcome('p1', status)).to.equal(false);
      expect(other.read(order)).to.include({ paymentId: 'p1', stage: status, returned: false });
    });
  }

  it('has one that was given up, when pay-result reads a payment whose place another has taken', () => {
    one.save(order, 'p1', 'given-up');
    one.save(order, 'p2', 'claimed');
    one.save(order, 'p2', 'paid');
    expect(saveOutcome('p1', 'failed')).to.equal(true);
    expect(one.read(order)).to.include({ paymentId: 'p2', stage: 'paid' });
  });

  for (const stage of ['claimed', 'sent', 'waiting', 'paid', 'authorized', 'free'] as const) {
    const isOpen = stage !== 'free';
    it(`${isOpen ? 'has' : 'has no'} other payment, when pay-result reads one whose place another that is ${stage} has taken`, () => {
      one.save(order, 'p1', 'free');
      one.save(order, 'p2', 'claimed');
      one.save(order, 'p2', stage);
      expect(saveOutcome('p1', 'failed')).to.equal(isOpen);
      expect(one.read(order)).to.include({ paymentId: 'p2', stage });
    });
  }

  it('knows of a payment that was given up, whatever is paid after it', () => {
    one.save(order, 'p1', 'waiting');
    one.save(order, 'p1', 'given-up');
    one.save(order, 'p2', 'claimed');
    one.save(order, 'p2', 'waiting');
    expect(other.read(order)).to.include({ paymentId: 'p2', stage: 'waiting', givenUp: true });
    expect(saveOutcome('p2', 'failed')).to.equal(true);
    expect(other.read(order)).to.include({ paymentId: 'p2', stage: 'free', givenUp: true });
  });

  it('from a clock that was ahead counts as written now', () => {
    one.save(order, 'p1', 'sent');
    age(-5 * 60 * 60_000);
    const before = Date.now();
    expect(one.read(order)?.at).to.be.within(before, Date.now());
  });

  it('is told to the elements of this page and of other tabs, until they stop listening', () => {
    let calls = 0;
    const end = other.watch(order, () => calls++);
    one.save(order, 'p1', 'sent');
    expect(calls).to.equal(1);
    dispatchEvent(new StorageEvent('storage', { key: names()[0]! }));
    dispatchEvent(new StorageEvent('storage', { key: 'another' }));
    expect(calls).to.equal(2);
    end();
    one.save(order, 'p1', 'waiting');
    expect(calls).to.equal(2);
  });

  describe('when another page has emptied the storage', () => {
    const emptied = () => dispatchEvent(new StorageEvent('storage', { key: null }));
    const bought: Purchase = { namedBy: 'intent-url', name: '/intent', key: '/intent 100 SAR' };
    const watched = (purchase: Purchase, paymentId: string, stage: Stage) => {
      one.save(purchase, paymentId, stage);
      onEnd.push(one.watch(purchase, () => undefined));
    };
    const onEnd: (() => void)[] = [];
    afterEach(() => onEnd.splice(0).forEach((end) => end()));

    for (const purchase of [order, bought]) {
      for (const stage of ['sent', 'waiting', 'given-up'] as const) {
        it(`what is open comes back, as it was: ${purchase.namedBy}, ${stage}`, () => {
          other.save(purchase, 'p0', 'given-up');
          watched(purchase, 'p1', stage);
          age(50_000);
          const before = one.read(purchase);
          localStorage.clear();
          emptied();
          const { at: was = 0, ...expected } = before ?? {};
          expect(expected).to.include({ paymentId: 'p1', stage, givenUp: true });
          const { at, ...rest } = other.read(purchase) ?? {};
          expect(rest).to.deep.equal(expected);
          expect(at).to.be.within(was, was + 51_000);
        });
      }
    }

    it('what this page has emptied itself comes back when the page is left, while it is watched', () => {
      const left = () => dispatchEvent(new PageTransitionEvent('pagehide'));
      watched(order, 'p1', 'waiting');
      localStorage.clear();
      left();
      expect(other.read(order)).to.include({ paymentId: 'p1', stage: 'waiting' });
      other.save(order, 'p2', 'claimed');
      left();
      expect(other.read(order)).to.include({ paymentId: 'p2', stage: 'claimed' });
      one.save(bought, 'p3', 'paid');
      localStorage.clear();
      left();
      expect(other.read(bought)).to.equal(undefined);
      one.save(order, 'p1', 'sent');
      onEnd.splice(0).forEach((end) => end());
      localStorage.clear();
      left();
      expect(other.read(order)).to.equal(undefined);
    });

    it('a paid one comes back where no later purchase can have its name', () => {
      watched(order, 'p1', 'paid');
      watched(bought, 'p2', 'paid');
      localStorage.clear();
      emptied();
      expect(other.read(bought)).to.equal(undefined);
      one.save(order, 'p1', 'paid');
      localStorage.clear();
      emptied();
      expect(other.read(order)).to.include({ paymentId: 'p1', stage: 'paid' });
    });

    it('what others have written since stays', () => {
      watched(order, 'p1', 'waiting');
      localStorage.clear();
      saveOutcome('p1', 'paid');
      other.save(order, 'p1', 'paid');
      emptied();
      expect(other.read(order)).to.include({ paymentId: 'p1', stage: 'paid' });
    });

    it('it ends two hours after it was written', () => {
      const { now } = Date;
      watched(order, 'p1', 'sent');
      localStorage.clear();
      try {
        Date.now = () => now() + 2 * 60 * 60_000;
        emptied();
        expect(other.read(order)).to.equal(undefined);
      } finally {
        Date.now = now;
      }
    });
  });

  it('lives on in this page where storage is forbidden', () => {
    const forbidden = () => {
      throw new DOMException('', 'SecurityError');
    };
    const { getItem, setItem } = Storage.prototype;
    const { now } = Date;
    Object.assign(Storage.prototype, { getItem: forbidden, setItem: forbidden });
    try {
      one.save(order, 'p1', 'sent');
      expect(other.read(order)?.paymentId).to.equal('p1');
      Date.now = () => now() + 2 * 3_600_000;
      expect(other.read(order), 'two hours later').to.equal(undefined);
    } finally {
      Date.now = now;
      Object.assign(Storage.prototype, { getItem, setItem });
    }
  });
});

describe('a page that empties the storage and is left', () => {
  it('writes what is open again, also beside an element whose payment has ended', () => {
    localStorage.clear();
    const [one, two, other] = [
      new BrowserAttemptStore(),
      new BrowserAttemptStore(),
      new BrowserAttemptStore(),
    ];
    const ends = [one, two].map((store) => store.watch(order, () => undefined));
    one.save(order, 'p1', 'claimed');
    one.save(order, 'p1', 'free');
    two.save(order, 'p2', 'claimed');
    two.save(order, 'p2', 'sent');
    localStorage.clear();
    dispatchEvent(new PageTransitionEvent('pagehide'));
    for (const end of ends) end();
    expect(other.read(order)).to.include({ paymentId: 'p2', stage: 'sent' });
  });
});

describe('what a tab has kept of its own payment', () => {
  const [one, later] = [new BrowserAttemptStore(), new BrowserAttemptStore()];
  const kept = () => Object.values({ ...sessionStorage }).join('');
  const arrive = (type: NavigationTimingType, name = location.href) =>
    Object.defineProperty(performance, 'getEntriesByType', {
      value: () => [{ type, name }],
      configurable: true,
    });
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  afterEach(() => {
    delete (performance as Partial<Performance>).getEntriesByType;
    localStorage.clear();
    sessionStorage.clear();
  });

  let number = 0;
  /** An id that this document has not made a payment with, though this very page has saved it before. */
  function saveBefore(stage: Stage): string {
    const id = `before-${++number}`;
    one.save(order, 'here', stage);
    for (const storage of [localStorage, sessionStorage]) {
      for (const [key, value] of Object.entries({ ...storage }) as [string, string][])
        storage.setItem(key, value.replaceAll('"here"', `"${id}"`));
    }
    return id;
  }

  for (const type of ['reload', 'back_forward'] as const) {
    it(`is shown again after ${type}, whatever other tabs have bought since`, () => {
      const id = saveBefore('paid');
      arrive(type);
      one.save(order, 'of another tab', 'claimed');
      expect(one.read(order)).to.include({ paymentId: id, stage: 'paid', returned: true });
    });
  }

  for (const [what, type, address, returned] of [
    ['at another address', 'back_forward', '&other', false],
    ['at another route of the same page', 'reload', '#/orders/8', false],
    ['at another place of the same page', 'reload', '#terms', true],
  ] as const)
    it(`is ${returned ? '' : 'not '}shown ${what}`, () => {
      saveBefore('paid');
      arrive(type, location.href + address);
      expect(one.read(order)?.returned).to.equal(returned);
    });

  it('is shown as paid on Back from the page with pay-result, after the bank', () => {
    const id = saveBefore('waiting');
    saveOutcome(id, 'paid');
    expect(kept()).to.contain('"paid"');
    arrive('back_forward');
    expect(one.read(order)).to.include({ paymentId: id, stage: 'paid', returned: true });
    one.save(order, id, 'paid');
    expect(one.read(order)?.returned).to.equal(true);
  });

  it('is not shown as paid again, once it has turned out to be canceled since', () => {
    const id = saveBefore('paid');
    arrive('back_forward');
    one.save(order, id, 'waiting');
    expect(one.read(order)?.stage).to.equal('paid');
    one.save(order, id, 'free', true);
    expect(one.read(order)).to.include({ paymentId: id, stage: 'free', returned: false });
  });

  it('is not what it waited for, once another tab has begun a payment', () => {
    saveBefore('waiting');
    one.save(order, 'of another tab', 'claimed');
    arrive('reload');
    expect(one.read(order)).to.include({ paymentId: 'of another tab', returned: false });
  });

  it('is told once in a document: to the elements that are there, and to none that is put in later', () => {
    const id = saveBefore('paid');
    arrive('reload');
    expect(one.read(order)).to.include({ paymentId: id, returned: true });
    expect(later.read(order)).to.include({ paymentId: id, returned: true });
    expect(new BrowserAttemptStore().read(order)).to.include({ paymentId: id, returned: false });
    expect(one.read(order)).to.include({ paymentId: id, returned: true });
  });

  it('is not that of an element that is put in later, though the document was loaded by a reload', () => {
    arrive('reload');
    one.save(order, 'made-here', 'waiting');
    one.save(order, 'made-here', 'paid');
    expect(later.read(order)).to.include({ paymentId: 'made-here', stage: 'paid', returned: false });
  });

  it('is told as a way back once this tab has gone to its return URL, where no later purchase has its name', () => {
    const bought: Purchase = { namedBy: 'intent-url', name: '/intent', key: '/intent 100 SAR' };
    for (const purchase of [order, bought]) one.save(purchase, 'followed', 'paid');
    one.save(named('8'), 'other', 'paid');
    arrive('navigate');
    expect(one.read(order)?.returned).to.equal(false);
    saveReturn('followed');
    expect([order, bought, named('8')].map((purchase) => one.read(purchase)?.returned)).to.deep.equal([
      true,
      false,
      false,
    ]);
  });

  it('is dropped at a new visit, also if another tab has written since', () => {
    saveBefore('paid');
    one.save(order, 'of another tab', 'claimed');
    one.save(order, 'of another tab', 'free');
    arrive('navigate');
    one.read(order);
    arrive('reload');
    expect(one.read(order)).to.include({ paymentId: 'of another tab', stage: 'free', returned: false });
  });
});

describe('where storage is full', () => {
  const [one, other] = [new BrowserAttemptStore(), new BrowserAttemptStore()];
  const { setItem } = Storage.prototype;
  const full = () => {
    throw new DOMException('', 'QuotaExceededError');
  };
  beforeEach(() => {
    localStorage.clear();
    one.save(named('8'), 'p0', 'paid');
    Object.assign(Storage.prototype, { setItem: full });
  });
  afterEach(() => Object.assign(Storage.prototype, { setItem }));

  it('the elements of this page know what was written since', () => {
    one.save(order, 'p1', 'sent');
    expect(other.read(order)?.paymentId).to.equal('p1');
    expect(other.read(named('8'))?.paymentId).to.equal('p0');
  });

  it('what another tab has written since is not hidden, and not written over', () => {
    Object.assign(Storage.prototype, { setItem });
    one.save(order, 'p1', 'sent');
    Object.assign(Storage.prototype, { setItem: full });
    one.save(order, 'p1', 'free');
    expect(other.read(order)).to.include({ paymentId: 'p1', stage: 'free' });
    // The other tab has made room for its own.
    Object.assign(Storage.prototype, { setItem });
    change((text) => text.replace('p1', 'p2'));
    age(-60_000);
    expect(one.read(order)).to.include({ paymentId: 'p2', stage: 'sent' });
    one.save(named('9'), 'p3', 'sent');
    expect(stored()).to.contain('"p2"').and.not.to.contain('"p1"');
    expect(one.read(order)).to.include({ paymentId: 'p2', stage: 'sent' });
  });

  it('what another tab has written counts again once there is room', () => {
    one.save(order, 'p1', 'sent');
    Object.assign(Storage.prototype, { setItem });
    one.save(order, 'p1', 'free');
    change((text) => text.replace('p1', 'p2'));
    expect(one.read(order)?.paymentId).to.equal('p2');
  });
});

describe('the lock on a purchase', () => {
  const [one, other] = [new BrowserAttemptStore(), new BrowserAttemptStore()];
  const { setTimeout } = window;
  const setLocks = (value: unknown) =>
    Object.defineProperty(navigator, 'locks', { value, configurable: true });
  beforeEach(() => localStorage.clear());
  afterEach(() => {
    one.release();
    other.release();
    window.setTimeout = setTimeout;
    delete (navigator as { locks?: LockManager }).locks;
  });

  it('is held by one at a time, who can take it again', async () => {
    expect((await one.lock(order)).isLockedElsewhere).to.equal(false);
    expect((await other.lock(order)).isLockedElsewhere).to.equal(true);
    expect((await other.peek(order)).isLockedElsewhere).to.equal(true);
    expect((await other.lock(named('8'))).isLockedElsewhere).to.equal(false);
    one.release();
    expect((await one.lock(order)).isLockedElsewhere).to.equal(false);
    one.release();
    expect((await other.lock(order)).isLockedElsewhere).to.equal(false);
  });

  it('comes with what is remembered', async () => {
    one.save(order, 'p1', 'sent');
    expect((await other.lock(order)).entry).to.include({ paymentId: 'p1', stage: 'sent' });
  });

  it('that was asked for and given up is not kept', async () => {
    const asked = one.lock(order);
    one.release();
    await asked;
    one.release();
    expect((await other.lock(order)).isLockedElsewhere).to.equal(false);
  });

  it('is free when nobody holds it, however long the browser needs to say so', async () => {
    const { locks } = navigator;
    const late = {
      request: async (name: string, options: LockOptions, then: LockGrantedCallback<void>) => {
        await new Promise((passed) => setTimeout(passed, 400));
        return locks.request(name, options, then);
      },
    };
    setLocks(late);
    expect((await one.lock(order)).isLockedElsewhere).to.equal(false);
    expect((await other.lock(order)).isLockedElsewhere).to.equal(true);
  });

  const never = () => new Promise<never>(() => undefined);
  const onlySaysHeld = (_: string, { ifAvailable }: LockOptions, take: LockGrantedCallback<void>) =>
    ifAvailable ? Promise.resolve(take(null)) : never();
  for (const [request, isLockedElsewhere, state] of [
    [never, false, 'free after 3 s where the browser never answers'],
    [onlySaysHeld, true, 'held after 3 s where the browser has answered only that it is held'],
  ] as const)
    it(`is ${state}, and the developer reads why once`, async () => {
      const advice: string[] = [];
      const delays: unknown[] = [];
      const store = new BrowserAttemptStore((text) => advice.push(text));
      setLocks({ request, query: never });
      window.setTimeout = ((run: () => void, delay: number) => {
        delays.push(delay);
        return setTimeout(run, 0);
      }) as typeof setTimeout;
      expect((await store.lock(order)).isLockedElsewhere).to.equal(isLockedElsewhere);
      expect((await store.peek(order)).isLockedElsewhere).to.equal(false);
      expect((await store.lock(order)).isLockedElsewhere).to.equal(false);
      expect(delays).to.deep.equal([3000]);
      expect(advice.join()).to.match(/^Web Locks have not answered[^,]*$/);
    });

  it('is free where there are no locks', async () => {
    setLocks(undefined);
    expect(await one.lock(order)).to.deep.equal({ isLockedElsewhere: false, entry: undefined });
    expect(await other.lock(order)).to.deep.equal({ isLockedElsewhere: false, entry: undefined });
    expect((await other.peek(order)).isLockedElsewhere).to.equal(false);
  });
});
