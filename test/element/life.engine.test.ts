import { aTimeout, nextFrame } from '@open-wc/testing-helpers';
import { expect } from 'chai';
import { runAfterPress } from '../../src/element/browser/window.js';
import { PayCheckout } from '../../src/element/pay-checkout.js';
import {} from '../../src/error.js';
import { waitUntil } from '../wait-until.js';
import { checkout, Form, next } from './page.js';
import { cards, createIntent, fault, readPayment, resetSandbox, watchFulfilments } from './sandbox.js';

describe('element lifecycle', () => {
  beforeEach(resetSandbox);

  it('settles submit() and does not navigate when removed during the request', async () => {
    const { client_secret: clientSecret } = await createIntent();
    const form = await checkout({ clientSecret });
    await form.fill(cards.challenged);
    const { fetch } = window;
    const onItsWay = new Promise<void>((resolve) => {
      window.fetch = (...request) => (resolve(), fetch(...request));
    });
    const outcome = form.element.submit();
    await onItsWay;
    window.fetch = fetch;
    const before = location.href;
    form.element.remove();
    expect((await outcome).status).to.equal('initiated');
    expect(location.href).to.equal(before);
    await waitUntil(() => !form.input('number').value && !form.input('cvc').value);
  });

  for (const when of [
    'the page hears of the attempt',
    'it asks whether the device is offline, as the browser says',
  ])
    it(`sends nothing when removed while ${when}`, async () => {
      const form = await checkout({ clientSecret: (await createIntent()).client_secret });
      await form.fill(cards.paid);
      const { sent, restore } = watchFulfilments();
      const remove = () => form.element.remove();
      if (when === 'the page hears of the attempt') form.element.addEventListener('pay-attempt', remove);
      else Object.defineProperty(navigator, 'onLine', { value: false, configurable: true });
      const { fetch } = window;
      window.fetch = (...request) => {
        if (request[1]?.method === 'HEAD') remove();
        return fetch(...request);
      };
      const error = await form.element.submit().catch((reason: unknown) => reason);
      Reflect.deleteProperty(navigator, 'onLine');
      restore();
      expect(sent).to.deep.equal([]);
      expect(error).to.include({ code: 'canceled', retryable: true });
      expect(form.element.state).to.equal('ready');
    });

  const takenOut: Record<string, (element: PayCheckout) => ChildNode> = {
    'it is': (element) => element,
    'what is around it is': (element) => element.parentElement as HTMLElement,
  };
  for (const [what, find] of Object.entries(takenOut))
    it(`keeps what was typed when ${what} taken out and put back within a second`, async () => {
      const form = await checkout({ clientSecret: 'pi_secret_1' });
      await form.fill(cards.paid);
      const { setTimeout, clearTimeout } = window;
      const toClear = new Set<unknown>();
      window.setTimeout = ((run: () => void, delay: number) => {
        const id = setTimeout(run, delay);
        if (delay === 1000) toClear.add(id);
        return id;
      }) as typeof setTimeout;
      window.clearTimeout = (id) => (toClear.delete(id), clearTimeout(id));
      try {
        for (let time = 0; time < 2; time++) {
          const node = find(form.element);
          const place = node.parentNode as ParentNode;
          node.remove();
          await nextFrame();
          await nextFrame();
          expect(toClear.size).to.equal(1);
          place.append(node);
          expect(toClear.size).to.equal(0);
        }
      } finally {
        Object.assign(window, { setTimeout, clearTimeout });
      }
      await form.element.updateComplete;
      expect([form.input('number').value, form.input('cvc').value]).to.deep.equal([
        '4111 1140 0576 5430',
        '123',
      ]);
    });

  it('opens no challenge when removed while the dialog loads', async () => {
    const { dependencies } = PayCheckout;
    let fail!: () => void;
    const requested = new Promise<void>((resolve) => {
      const loadChallenge = () => (resolve(), new Promise<never>((_, reject) => (fail = reject)));
      PayCheckout.dependencies = { ...dependencies, loadChallenge };
    });
    const form = await checkout({ clientSecret: 'pi_secret_1', challenge: 'frame' });
    PayCheckout.dependencies = dependencies;
    const { fetch } = window;
    window.fetch = (_input, init) => {
      const { given_id: id } = JSON.parse(String(init?.body)) as { given_id: string };
      const payment = {
        id,
        status: 'initiated',
        source: { type: 'creditcard', transaction_url: `${location.href}#bank` },
      };
      return Promise.resolve(new Response(JSON.stringify(payment), { status: 201 }));
    };
    // The page does not prevent it.
    form.element.addEventListener('pay-redirect', (event) => event.stopImmediatePropagation(), true);
    await form.fill(cards.challenged);
    await form.element.submit();
    window.fetch = fetch;
    await requested;
    form.element.remove();
    fail();
    await waitUntil(() => form.element.state === 'unknown');
    expect(location.hash).to.equal('');
  });

  it('leaves no timer when removed right after it was inserted', async () => {
    // Forms of earlier tests may still wait for the end of a press.
    await new Promise<void>((ended) => runAfterPress(document, ended));
    const { setTimeout, clearTimeout } = window;
    /** Where each timer was set, by its id: what fails names its owner. */
    const waiting = new Map<unknown, string | undefined>();
    window.setTimeout = ((...timer: Parameters<typeof setTimeout>) => {
      const id = setTimeout(...timer);
      waiting.set(id, new Error().stack);
      return id;
    }) as typeof setTimeout;
    window.clearTimeout = (id) => (waiting.delete(id), clearTimeout(id));
    try {
      const element = document.createElement('pay-checkout');
      document.body.append(element);
      element.remove();
      await element.updateComplete;
      expect(element.state).to.equal('waiting');
      expect([...waiting.values()]).to.deep.equal([]);
    } finally {
      Object.assign(window, { setTimeout, clearTimeout });
    }
  });

  /** What elements have added to the page and not removed: listeners of the window and the document, and observers. */
  function watchPage() {
    const added: (readonly [owner: unknown, what: string])[] = [];
    const remove = (owner: unknown, what: string) => {
      const at = added.findIndex((each) => each[0] === owner && each[1] === what);
      if (at >= 0) added.splice(at, 1);
    };
    const add = (owner: unknown, what: string) => {
      remove(owner, what);
      added.push([owner, what]);
    };
    const [events, observers] = [EventTarget.prototype, MutationObserver.prototype];
    const { addEventListener, removeEventListener } = events;
    const { observe, disconnect } = observers;
    const isPage = (target: unknown) => [window, document, undefined].some((each) => each === target);
    events.addEventListener = function (type, listener, options) {
      if (isPage(this)) add(listener, type);
      addEventListener.call(this, type, listener, options);
    };
    events.removeEventListener = function (type, listener, options) {
      if (isPage(this)) remove(listener, type);
      removeEventListener.call(this, type, listener, options);
    };
    observers.observe = function (...observed) {
      add(this, 'MutationObserver');
      observe.apply(this, observed);
    };
    observers.disconnect = function () {
      remove(this, 'MutationObserver');
      disconnect.call(this);
    };
    return {
      list: () => added.map(([, what]) => what),
      restore() {
        Object.assign(events, { addEventListener, removeEventListener });
        Object.assign(observers, { observe, disconnect });
      },
    };
  }

  const open = {
    'a form with every way to pay': async () => {
      const form = await checkout({
        fetchIntent: () => createIntent(),
        methods: 'creditcard stcpay applepay',
        merchantName: 'Shop',
        savedCards: [{ token: 'token_1', company: 'visa', number: '4111-11XX-XXXX-1111' }],
      });
      await form.element.canPayBy('applepay');
      await form.element.updateComplete;
      return form.element;
    },
    'a payment whose end is not known': async () => {
      const form = await checkout({
        fetchIntent: () => createIntent(),
        fetchStatus: () => Promise.reject(new Error('down')),
      });
      await fault('500');
      await form.fill(cards.paid);
      expect((await form.element.submit()).status).to.equal('unknown');
      return form.element;
    },
  };
  for (const [name, build] of Object.entries(open))
    it(`leaves no listener and no observer in the page when removed: ${name}`, async () => {
      const page = watchPage();
      try {
        const element = await build();
        expect(page.list()).to.include('pageshow').and.include('storage').and.include('MutationObserver');
        element.remove();
        // What watches a request ends a task later.
        await aTimeout(0);
        expect(page.list()).to.deep.equal([]);
      } finally {
        page.restore();
      }
    });

  it('shows the outcome at its new place when moved during the request', async () => {
    const { client_secret: clientSecret } = await createIntent();
    const form = await checkout({ clientSecret });
    await form.fill(cards.paid);
    const outcome = form.element.submit();
    const elsewhere = document.createElement('section');
    document.body.append(elsewhere);
    elsewhere.append(form.element);
    expect((await outcome).status).to.equal('paid');
    await form.element.updateComplete;
    expect(form.notice).to.contain('Payment received');
    elsewhere.remove();
  });

  it('clones its attributes but not the card', async () => {
    const form = await checkout();
    form.element.setAttribute('client-secret', 'pi_secret_1');
    await form.element.updateComplete;
    await form.fill(cards.paid);
    const clone = form.element.cloneNode(true) as PayCheckout;
    Object.assign(clone, { baseUrl: form.element.baseUrl, publishableKey: form.element.publishableKey });
    document.body.append(clone);
    await clone.updateComplete;
    expect(clone.state).to.equal('ready');
    expect(new Form(clone).input('number').value).to.equal('');
    clone.remove();
  });

  describe('at another address of the page', () => {
    const { href } = location;
    afterEach(() => history.replaceState(null, '', href));

    it('pays for the order of the address to which it was put back', async () => {
      const form = await checkout({ fetchIntent: () => createIntent() });
      await form.fill(cards.paid);
      const { paymentId } = await form.element.submit();
      const place = form.element.parentElement;
      form.element.remove();
      history.pushState(null, '', '/orders/8');
      await Promise.resolve();
      place?.append(form.element);
      await form.element.updateComplete;
      expect(form.element.state).to.equal('ready');
      await form.fill(cards.paid);
      expect(await form.element.submit())
        .to.include({ status: 'paid' })
        .and.not.to.include({ paymentId });
    });

    it('asks at the address of the order that the page shows now', async () => {
      const form = await checkout({ checkoutUrl: 'pay' });
      await form.fill(cards.paid);
      history.pushState(null, '', '/orders/8/');
      const { fetch } = window;
      const urls: unknown[] = [];
      window.fetch = (url) => (urls.push(url), Promise.reject(new TypeError('offline')));
      await form.element.submit().catch(() => undefined);
      window.fetch = fetch;
      expect(urls).to.deep.equal([`${location.origin}/orders/8/pay/intent`]);
    });

    it('shows what was paid, though the page goes on to another step and moves it', async () => {
      const form = await checkout({ fetchIntent: () => createIntent() });
      await form.fill(cards.paid);
      await form.element.submit();
      history.pushState(null, '', '?step=done');
      form.element.requestUpdate();
      await form.element.updateComplete;
      expect(form.element.state).to.equal('paid');
      form.element.parentElement?.append(form.element);
      await form.element.updateComplete;
      expect(form.element.state).to.equal('paid');
    });

    /** Takes the element out, and puts it back at another step, as a router does. */
    async function goToStep({ element }: Form): Promise<void> {
      const place = element.parentElement;
      element.remove();
      history.pushState(null, '', '?step=wait');
      await Promise.resolve();
      place?.append(element);
      await element.updateComplete;
    }

    it('holds what may have been paid, though the page goes on to another step, and puts it back at one', async () => {
      const form = await checkout({ fetchIntent: () => createIntent() });
      await fault('500');
      await form.fill(cards.paid);
      expect((await form.element.submit()).status).to.equal('unknown');
      history.pushState(null, '', '?step=ask');
      form.element.requestUpdate();
      await form.element.updateComplete;
      expect(form.element.state).to.equal('unknown');
      await goToStep(form);
      expect(form.element.state).to.equal('unknown');
    });

    it('shows what is paid while it is put back there at another step', async () => {
      const form = await checkout({ fetchIntent: () => createIntent() });
      await form.fill(cards.paid);
      const { fetch } = window;
      let answer!: () => void;
      const sent = new Promise<void>((resolve) => {
        window.fetch = async (...request) => {
          const response = await fetch(...request);
          if (String(request[0]).endsWith('/fulfill'))
            await new Promise<void>((go) => (resolve(), (answer = go)));
          return response;
        };
      });
      const outcome = form.element.submit();
      await sent;
      await goToStep(form);
      answer();
      expect((await outcome).status).to.equal('paid');
      window.fetch = fetch;
      await form.element.updateComplete;
      expect(form.element.state).to.equal('paid');
      expect(form.notice).to.contain('Payment received');
    });

    for (const [what, card, fetchIntent, event, state] of [
      ['a decline', '4242424242424242', () => createIntent(), 'pay-outcome', 'failed'],
      ['an error', cards.paid, () => Promise.reject(new Error('down')), 'pay-error', 'ready'],
    ] as const)
      it(`says what has become of the try, though the page writes ${what} into its address`, async () => {
        const form = await checkout({ fetchIntent });
        form.element.addEventListener(event, () => history.replaceState(null, '', '?said=1'));
        await form.fill(card);
        await form.element.submit().catch(() => undefined);
        form.element.requestUpdate();
        await form.element.updateComplete;
        expect(form.element.state).to.equal(state);
        expect(form.notice).not.to.equal('');
      });
  });

  it('offers the way to the bank for a challenge that another page has started', async () => {
    const form = await checkout({
      clientSecret: (await createIntent()).client_secret,
      fetchStatus: readPayment,
    });
    await fault('truncated');
    await form.fill(cards.challenged);
    const { status, paymentId } = await form.element.submit();
    expect(status).to.equal('unknown');
    const button = () => form.element.shadowRoot?.querySelector<HTMLElement>('.notice button');
    await waitUntil(() => button());
    const redirect = next(form.element, 'pay-redirect');
    button()?.click();
    const { url, payment } = (await redirect).detail;
    expect(payment.id).to.equal(paymentId);
    expect(url).to.equal(payment.source?.transaction_url);
    await form.element.updateComplete;
    expect(form.element.state).to.equal('redirecting');
  });

  it('polls the payment and does not offer to pay when the page returns from the back/forward cache', async () => {
    const form = await checkout({
      clientSecret: (await createIntent()).client_secret,
      fetchStatus: readPayment,
    });
    await form.fill(cards.challenged);
    const { paymentId } = await form.element.submit();
    expect(form.element.state).to.equal('redirecting');
    const outcomeEvent = next(form.element, 'pay-outcome');
    // What a browser fires when it takes the page out of its back-forward cache.
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
    expect((await outcomeEvent).detail.outcome).to.include({ status: 'unknown', paymentId });
    await form.element.updateComplete;
    // The payer may have approved.
    expect(form.notice).to.contain('We’re checking your payment.');
    expect(form.visible('number')).to.equal(false);
    await waitUntil(() => form.notice.includes('Your bank is waiting for your approval.'));
  });

  it('leaves only ids and digests in storage', async () => {
    const declined = await checkout({ clientSecret: (await createIntent()).client_secret });
    await declined.fill('4242424242424242');
    const { paymentId: id } = await declined.element.submit();
    const digest = '(-?\\d{1,10}){2}';
    const entry = `{"id":"${id}","stage":"free","at":\\d{13},"page":"${digest}"}`;
    expect(Object.entries(localStorage).join()).to.match(new RegExp(`^pay-checkout ${digest},${entry}$`));
    expect(sessionStorage.length).to.equal(0);
    const paid = await checkout({ clientSecret: (await createIntent()).client_secret });
    await paid.fill(cards.paid);
    const { paymentId } = await paid.element.submit();
    const kept = JSON.stringify([localStorage, sessionStorage]);
    expect(kept).to.contain(paymentId).and.not.to.contain('pi_secret').and.not.to.contain(cards.paid);
    expect(await readPayment(paymentId)).to.include({ status: 'paid' });
  });
});
