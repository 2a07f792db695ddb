import { expect } from '@open-wc/testing';
import type { Purchase } from '../../src/checkout/purchase.js';
import { BrowserPurchases, noteFailed } from '../../src/page/purchases.js';

const named = (place: string): Purchase => ({ by: 'reference', place, key: `reference ${place}` });
const order = named('7');
const stored = () => localStorage.getItem('pay-checkout') ?? '';

/** Two elements of one page, or two tabs: each has its own. */
describe('what the tabs of an origin remember', () => {
  let [one, other] = [new BrowserPurchases(), new BrowserPurchases()];
  beforeEach(() => {
    localStorage.clear();
    sessionStorage.clear();
    [one, other] = [new BrowserPurchases(), new BrowserPurchases()];
  });
  afterEach(() => {
    one.release();
    other.release();
  });

  it('is how far a payment got, for the same purchase only', () => {
    one.note(order, 'p1', 'sent');
    expect(other.recall(order)).to.include({ paymentId: 'p1', stage: 'sent', returned: false });
    expect(other.recall(named('8'))).to.equal(undefined);
  });

  it('holds no secret and no name of the purchase', () => {
    const secret: Purchase = { by: 'intent', place: 'pi_secret_hush', key: 'intent pi_secret_hush' };
    one.note(secret, 'p1', 'sent');
    expect(other.recall(secret)?.paymentId).to.equal('p1');
    expect(stored()).to.contain('p1').and.not.to.contain('hush');
  });

  it('is not taken back by a writer of another payment while it is open', () => {
    one.note(order, 'p1', 'sent');
    for (const stage of ['free', 'paid', 'sent', 'waiting'] as const) other.note(order, 'p2', stage);
    expect(one.recall(order)).to.include({ paymentId: 'p1', stage: 'sent' });
    other.note(order, 'p2', 'claimed');
    expect(one.recall(order)).to.include({ paymentId: 'p2', stage: 'claimed' });
  });

  it('is written over when it is free', () => {
    one.note(order, 'p1', 'sent');
    one.note(order, 'p1', 'free');
    other.note(order, 'p2', 'sent');
    expect(one.recall(order)).to.include({ paymentId: 'p2', stage: 'sent' });
  });

  it('ends after two hours', () => {
    one.note(order, 'p1', 'sent');
    const aged = stored().replace(/"at":(\d+)/, (_, at) => `"at":${Number(at) - 2 * 60 * 60_000}`);
    localStorage.setItem('pay-checkout', aged);
    expect(one.recall(order)).to.equal(undefined);
  });

  for (const text of [
    '',
    'x',
    'null',
    '[]',
    '7',
    '{"a":null}',
    '{"a":{"id":1}}',
    '{"a":{"id":"p","at":"now"}}',
  ]) {
    it(`is nothing where somebody else has written ${text || 'an empty text'}`, () => {
      localStorage.setItem('pay-checkout', text);
      expect(one.recall(order)).to.equal(undefined);
      one.note(order, 'p1', 'sent');
      expect(one.recall(order)?.paymentId).to.equal('p1');
    });
  }

  it('holds a purchase up no longer once pay-result has read that its payment failed', () => {
    one.note(order, 'p1', 'waiting');
    one.note(named('8'), 'p2', 'waiting');
    expect(noteFailed('p1')).to.equal(false);
    expect(noteFailed('p3')).to.equal(false);
    expect(one.recall(order)).to.include({ paymentId: 'p1', stage: 'free' });
    expect(one.recall(named('8'))).to.include({ paymentId: 'p2', stage: 'waiting' });
  });

  it('knows of a payment that was given up, whatever is paid after it', () => {
    one.note(order, 'p1', 'waiting');
    one.note(order, 'p1', 'given-up');
    one.note(order, 'p2', 'claimed');
    one.note(order, 'p2', 'waiting');
    expect(other.recall(order)).to.include({ paymentId: 'p2', stage: 'waiting', givenUp: true });
    expect(noteFailed('p2')).to.equal(true);
    expect(other.recall(order)).to.include({ paymentId: 'p2', stage: 'free', givenUp: true });
  });

  it('from a clock that was ahead counts as written now', () => {
    one.note(order, 'p1', 'sent');
    const ahead = stored().replace(/"at":(\d+)/, (_, at) => `"at":${Number(at) + 5 * 60 * 60_000}`);
    localStorage.setItem('pay-checkout', ahead);
    const before = Date.now();
    expect(one.recall(order)?.at).to.be.within(before, Date.now());
  });

  it('is told to the elements of this page and of other tabs, until they stop listening', () => {
    let heard = 0;
    const end = other.watch(order, () => heard++);
    one.note(order, 'p1', 'sent');
    expect(heard).to.equal(1);
    dispatchEvent(new StorageEvent('storage', { key: 'pay-checkout' }));
    dispatchEvent(new StorageEvent('storage', { key: 'another' }));
    expect(heard).to.equal(2);
    end();
    one.note(order, 'p1', 'waiting');
    expect(heard).to.equal(2);
  });

  it('lives on in this page where storage is forbidden', () => {
    const forbidden = () => {
      throw new DOMException('', 'SecurityError');
    };
    const { getItem, setItem } = Storage.prototype;
    Object.assign(Storage.prototype, { getItem: forbidden, setItem: forbidden });
    try {
      one.note(order, 'p1', 'sent');
      expect(other.recall(order)?.paymentId).to.equal('p1');
    } finally {
      Object.assign(Storage.prototype, { getItem, setItem });
    }
  });
});

describe('where storage is full', () => {
  const [one, other] = [new BrowserPurchases(), new BrowserPurchases()];
  const { setItem } = Storage.prototype;
  const full = () => {
    throw new DOMException('', 'QuotaExceededError');
  };
  beforeEach(() => {
    localStorage.clear();
    one.note(named('8'), 'p0', 'paid');
    Object.assign(Storage.prototype, { setItem: full });
  });
  afterEach(() => Object.assign(Storage.prototype, { setItem }));

  it('the elements of this page know what was written since', () => {
    one.note(order, 'p1', 'sent');
    expect(other.recall(order)?.paymentId).to.equal('p1');
    expect(other.recall(named('8'))?.paymentId).to.equal('p0');
  });

  it('what another tab has written counts again once there is room', () => {
    one.note(order, 'p1', 'sent');
    Object.assign(Storage.prototype, { setItem });
    one.note(order, 'p1', 'free');
    localStorage.setItem('pay-checkout', stored().replaceAll('p1', 'p2'));
    expect(one.recall(order)?.paymentId).to.equal('p2');
  });
});

describe('the lock on a purchase', () => {
  const [one, other] = [new BrowserPurchases(), new BrowserPurchases()];
  beforeEach(() => localStorage.clear());
  afterEach(() => {
    one.release();
    other.release();
  });

  it('is held by one at a time, who can take it again', async () => {
    expect((await one.claim(order)).busy).to.equal(false);
    expect((await other.claim(order)).busy).to.equal(true);
    expect((await other.look(order)).busy).to.equal(true);
    expect((await other.claim(named('8'))).busy).to.equal(false);
    one.release();
    expect((await one.claim(order)).busy).to.equal(false);
    one.release();
    expect((await other.claim(order)).busy).to.equal(false);
  });

  it('comes with what is remembered', async () => {
    one.note(order, 'p1', 'sent');
    expect((await other.claim(order)).entry).to.include({ paymentId: 'p1', stage: 'sent' });
  });

  it('that was asked for and given up is not kept', async () => {
    const asked = one.claim(order);
    one.release();
    await asked;
    one.release();
    expect((await other.claim(order)).busy).to.equal(false);
  });

  it('is free when nobody holds it, however long the browser needs to say so', async () => {
    const { locks } = navigator;
    const late = {
      request: async (name: string, options: LockOptions, then: LockGrantedCallback<void>) => {
        await new Promise((passed) => setTimeout(passed, 400));
        return locks.request(name, options, then);
      },
    };
    Object.defineProperty(navigator, 'locks', { value: late, configurable: true });
    try {
      expect((await one.claim(order)).busy).to.equal(false);
      expect((await other.claim(order)).busy).to.equal(true);
    } finally {
      delete (navigator as { locks?: LockManager }).locks;
    }
  });

  it('is free where there are no locks', async () => {
    Object.defineProperty(navigator, 'locks', { value: undefined, configurable: true });
    try {
      expect(await one.claim(order)).to.deep.equal({ busy: false, entry: undefined });
      expect(await other.claim(order)).to.deep.equal({ busy: false, entry: undefined });
      expect((await other.look(order)).busy).to.equal(false);
    } finally {
      delete (navigator as { locks?: LockManager }).locks;
    }
  });
});
