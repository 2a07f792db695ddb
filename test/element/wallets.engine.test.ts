import { expect } from 'chai';
import { aTimeout, fixtureCleanup, nextFrame } from '@open-wc/testing-helpers';
import type { PayError } from '../../src/error.js';
import { PayCheckout } from '../../src/entries/element.js';
import { installApplePay, installSamsungPay, type FakeWallet } from '../../src/entries/testing/wallets.js';
import { complete, DeclaredPage } from './form/server-rendered/page.js';
import { press } from './methods/press.js';
import { checkout, next, watchTimers, type Form } from './page.js';
import {
  baseUrl,
  cards,
  createIntent,
  fault,
  publishableKey,
  readPayment,
  resetSandbox,
  watchFulfilments,
} from './sandbox.js';

const price = { amount: 20_000, currency: 'SAR' };

describe('the wallets of the element', () => {
  let network: ReturnType<typeof watchFulfilments>;
  let apple: FakeWallet;
  let samsung: FakeWallet;
  beforeEach(async () => {
    await resetSandbox();
    network = watchFulfilments();
    apple = installApplePay();
    samsung = installSamsungPay();
  });
  afterEach(() => {
    // Before the wallets go: an element in the page would look for the real ones.
    fixtureCleanup();
    network.restore();
    apple.uninstall();
    samsung.uninstall();
  });

  const intents = { made: 0 };
  const settings = {
    ...price,
    methods: 'applepay samsungpay creditcard',
    merchantName: 'Lamp Shop',
    samsungServiceId: 'service-1',
    walletScripts: 'samsung',
    fetchIntent: () => {
      intents.made += 1;
      return createIntent(price);
    },
    fetchStatus: readPayment,
  };
  beforeEach(() => (intents.made = 0));

  const row = ({ element }: Form) => element.shadowRoot?.querySelector('[part="wallets"]');
  const button = (form: Form, name: string) =>
    row(form)?.querySelector<HTMLElement>(`[data-wallet="${name}"]`) ?? undefined;
  const until = async (holds: () => unknown) => {
    while (!holds()) await nextFrame();
  };
  const open = async (more: Partial<PayCheckout> = {}) => {
    const form = await checkout({ ...settings, ...more });
    await until(() => button(form, 'applepay') && button(form, 'samsungpay'));
    const events: string[] = [];
    for (const type of ['pay-attempt', 'pay-outcome', 'pay-error', 'pay-cancel'] as const)
      form.element.addEventListener(type, ({ detail }: CustomEvent) => {
        const { method, outcome, error } = detail as {
          method?: string;
          outcome?: { status: string };
          error?: PayError;
        };
        events.push([type, method ?? outcome?.status ?? error?.code].join(' '));
      });
    return { form, events };
  };

  it('are buttons above the form, in the order of the page, with a line that leads to the card', async () => {
    const { form } = await open();
    const shown = [...(row(form)?.children ?? [])].map(({ textContent }) => textContent);
    expect(shown).to.deep.equal(['Apple Pay', 'Samsung Pay', 'or pay by card']);
    expect(row(form)!.getBoundingClientRect().bottom).to.be.at.most(
      form.input('number').getBoundingClientRect().top,
    );
    for (const name of ['applepay', 'samsungpay'])
      expect(button(form, name)!.getBoundingClientRect().height).to.be.at.least(48);
  });

  for (const [what, currency, line] of [
    ['no card where the form below has STC Pay too', 'SAR', undefined],
    ['the card where STC Pay is left out', 'USD', 'or pay by card'],
  ] as const)
    it(`lead to ${what}`, async () => {
      const { form } = await open({ methods: 'applepay samsungpay creditcard stcpay', currency });
      expect(row(form)?.querySelector('.or')?.textContent).to.equal(line);
    });

  for (const [name, wallet] of [
    ['applepay', () => apple],
    ['samsungpay', () => samsung],
  ] as const) {
    it(`pays by ${name}: nothing is fetched or sent before the payer has authorised`, async () => {
      const { form, events } = await open({ metadata: { order: '7' } });
      await press(button(form, name)!);
      expect(wallet().sheet).to.include({ merchantName: 'Lamp Shop', amount: '200.00', currency: 'SAR' });
      expect([intents.made, network.sent.length, events]).to.deep.equal([0, 0, []]);
      expect(await wallet().approve()).to.equal('success');
      expect(events).to.deep.equal([`pay-attempt ${name}`, 'pay-outcome paid']);
      const [{ source, metadata, given_id: id }] = network.sent as [(typeof network.sent)[0]];
      expect(source.type).to.equal(name);
      expect(Object.keys(source).sort()).to.deep.equal(['token', 'type']);
      expect(metadata?.['order']).to.equal('7');
      if (name === 'samsungpay') expect(metadata?.['samsungpay_order_id']).to.match(/^[\da-f-]{36}$/);
      expect((await readPayment(id!)) as object).to.include({ status: 'paid', amount: 20_000 });
      expect(form.element.state).to.equal('paid');
    });

    it(`shows that a payment by ${name} was declined, and takes another one on a fresh intent`, async () => {
      const declined = { ...price, amount: 110_100 };
      const { form, events } = await open({ ...declined, fetchIntent: () => createIntent(declined) });
      await press(button(form, name)!);
      expect(await wallet().approve()).to.equal('failure');
      await form.element.updateComplete;
      expect(events).to.deep.equal([`pay-attempt ${name}`, 'pay-outcome failed']);
      expect(form.notice).to.contain('Try again later or use another card.');
      await press(button(form, name)!);
      expect(wallet().opened).to.equal(2);
      expect(await wallet().approve()).to.equal('failure');
      expect(new Set(network.sent.map(({ client_secret: secret }) => secret)).size).to.equal(2);
    });

    it(`fires pay-cancel for a sheet of ${name} that the payer closes, and the card pays then`, async () => {
      const { form, events } = await open();
      await press(button(form, name)!);
      wallet().cancel();
      await until(() => events.length > 0);
      await form.element.updateComplete;
      expect([events, intents.made]).to.deep.equal([[`pay-cancel ${name}`], 0]);
      expect(form.element.shadowRoot?.activeElement).to.equal(button(form, name));
      await form.fill(cards.paid);
      form.button.click();
      expect((await next(form.element, 'pay-outcome')).detail.outcome.status).to.equal('paid');
    });
  }

  it('tell the developer why Samsung has closed its sheet, whatever Samsung answers', async () => {
    const reason = { resultCode: 'MERCHANT_NOT_REGISTERED' };
    const wallet = globalThis as unknown as {
      SamsungPay: { PaymentClient: { prototype: { loadPaymentSheet: () => Promise<unknown> } } };
    };
    wallet.SamsungPay.PaymentClient.prototype.loadPaymentSheet = () => Promise.reject(reason);
    const { form, events } = await open();
    const { warn } = console;
    const seen: unknown[] = [];
    console.warn = (...words: unknown[]) => seen.push(...words);
    try {
      await press(button(form, 'samsungpay')!);
      await until(() => events.length > 0);
    } finally {
      console.warn = warn;
    }
    expect(seen).to.deep.equal(['<pay-checkout>: Samsung Pay has closed its sheet.', reason]);
  });

  it('makes one sheet of two presses, and keeps the form busy while it is open', async () => {
    const { form, events } = await open();
    await form.fill(cards.paid);
    await press(button(form, 'applepay')!);
    await press(button(form, 'applepay')!);
    await press(button(form, 'samsungpay')!);
    expect([apple.opened, samsung.opened]).to.deep.equal([1, 0]);
    expect([form.button.disabled, form.input('number').disabled]).to.deep.equal([true, true]);
    const run = form.element.submit();
    expect(await apple.approve()).to.equal('success');
    expect((await run).status).to.equal('paid');
    expect(network.sent.map(({ source }) => source.type)).to.deep.equal(['applepay']);
    expect(events).to.deep.equal(['pay-attempt applepay', 'pay-outcome paid']);
  });

  it('rejects a submit() during a sheet that the payer closes: nothing was sent', async () => {
    const { form } = await open();
    await press(button(form, 'applepay')!);
    const run = form.element.submit();
    apple.cancel();
    const error = await run.catch((error: unknown) => error as PayError);
    expect(error).to.include({ code: 'canceled', retryable: true });
    expect(network.sent).to.deep.equal([]);
  });

  it('charges what the sheet has shown, although the page changes its price under the sheet', async () => {
    const { form } = await open();
    await press(button(form, 'applepay')!);
    form.element.amount = 21_000;
    await form.element.updateComplete;
    expect(apple.sheet?.amount).to.equal('200.00');
    expect(await apple.approve()).to.equal('success');
    expect((await readPayment(network.sent[0]!.given_id!)) as object).to.include({ amount: 20_000 });
  });

  it('sends nothing if the intent is over another price than the sheet, although the page shows it by then', async () => {
    const { form, events } = await open({ fetchIntent: () => createIntent({ ...price, amount: 21_000 }) });
    await press(button(form, 'applepay')!);
    form.element.amount = 21_000;
    await form.element.updateComplete;
    expect(await apple.approve()).to.equal('failure');
    expect([events, network.sent]).to.deep.equal([['pay-error configuration'], []]);
  });

  it('claims nothing on the sheet about a payment over another price than the sheet has shown', async () => {
    const { form, events } = await open({
      fetchIntent: async () => ({
        ...(await createIntent({ ...price, amount: 21_000 })),
        amount: price.amount,
      }),
    });
    await press(button(form, 'applepay')!);
    expect(await apple.approve()).to.equal('aborted');
    expect(events).to.deep.equal(['pay-attempt applepay', 'pay-outcome paid']);
  });

  for (const [over, result, told] of [
    [price.amount, 'success', undefined],
    [21_000, 'aborted', { shown: price, charged: { ...price, amount: 21_000 } }],
  ] as const)
    it(`pays on a client-secret over ${over} at a sheet over ${price.amount}, and the sheet hears ${result}`, async () => {
      const { client_secret: clientSecret } = await createIntent({ ...price, amount: over });
      const { form } = await open({ clientSecret, fetchIntent: undefined });
      const event = next(form.element, 'pay-outcome');
      await press(button(form, 'applepay')!);
      expect(await apple.approve()).to.equal(result);
      const { outcome, differs } = (await event).detail;
      expect([outcome.status, differs]).to.deep.equal(['paid', told]);
      await form.element.updateComplete;
      expect(form.notice.includes('210.00')).to.equal(told !== undefined);
    });

  it('claims nothing on the sheet if the answer is lost, and finds the payment afterwards', async () => {
    const { form } = await open();
    await fault('drop-after', 'fulfil', 99);
    await press(button(form, 'applepay')!);
    expect(await apple.approve()).to.equal('aborted');
    await until(() => form.element.state === 'paid');
    expect(network.sent).to.have.length(1);
  });

  it('claims nothing on the sheet if the intent was used before: a payment may have been made on it', async () => {
    const { client_secret: clientSecret } = await createIntent(price);
    const source = { clientSecret, fetchIntent: undefined, fetchStatus: undefined };
    const first = await checkout({ ...price, ...source });
    await first.fill(cards.paid);
    await first.element.submit();
    const { form, events } = await open({ ...source, reference: 'order-7' });
    await press(button(form, 'applepay')!);
    expect(await apple.approve()).to.equal('aborted');
    expect(events).to.deep.equal(['pay-attempt applepay', 'pay-error expired']);
  });

  it('reports a failure if pay-attempt is prevented: nothing was sent', async () => {
    const { form } = await open();
    form.element.addEventListener('pay-attempt', (event) => event.preventDefault());
    await press(button(form, 'applepay')!);
    expect(await apple.approve()).to.equal('failure');
    expect(network.sent).to.deep.equal([]);
  });

  it('tell the page and the payer that the page has disabled the element under the sheet', async () => {
    const { form, events } = await open();
    await press(button(form, 'applepay')!);
    const reported = next(form.element, 'pay-error');
    form.element.disabled = true;
    expect(await apple.approve()).to.equal('failure');
    expect((await reported).detail.error).to.include({ field: 'disabled', retryable: true });
    await form.element.updateComplete;
    expect([events, intents.made, network.sent]).to.deep.equal([['pay-error canceled'], 0, []]);
    expect(form.notice).to.contain('The payment was stopped.');
    form.element.disabled = false;
    await press(button(form, 'applepay')!);
    expect(await apple.approve()).to.equal('success');
  });

  for (const [what, end, ended] of [
    ['the page of the sheet is left', () => dispatchEvent(new PageTransitionEvent('pagehide')), 'aborted'],
    ['the payer has closed the sheet', () => apple.cancel(), 'canceled'],
  ] as const)
    it(`sends nothing once ${what}, although pay-attempt was still being answered`, async () => {
      const { form, events } = await open();
      let allow: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (allow = resolve));
      form.element.addEventListener('pay-attempt', ({ detail }) => detail.waitUntil(held));
      await press(button(form, 'applepay')!);
      const approved = apple.approve();
      await next(form.element, 'pay-attempt');
      end();
      expect(await approved).to.equal(ended);
      allow();
      await until(() => form.element.state === 'ready');
      expect([events, network.sent]).to.deep.equal([['pay-attempt applepay', 'pay-error canceled'], []]);
    });

  it('shows the success of a payment whose id the service writes in capitals', async () => {
    const { fetch } = window;
    const { form } = await open();
    await press(button(form, 'applepay')!);
    window.fetch = async (...request) => {
      const answer = await fetch(...request);
      const payment = (await answer.clone().json()) as { readonly id: string };
      return String(request[0]).endsWith('/fulfill')
        ? new Response(JSON.stringify({ ...payment, id: payment.id.toUpperCase() }), answer)
        : answer;
    };
    const shown = await apple.approve();
    window.fetch = fetch;
    expect(shown).to.equal('success');
  });

  it('claims nothing on the sheet about a payment that was made by another source', async () => {
    const { form, events } = await open({
      fetchStatus: async (id: string) => ({ ...price, id, status: 'paid', source: { type: 'creditcard' } }),
    });
    await fault('401', 'fulfil');
    await press(button(form, 'applepay')!);
    expect(await apple.approve()).to.equal('aborted');
    expect(events).to.deep.equal(['pay-attempt applepay', 'pay-outcome paid']);
  });

  it('sends nothing after the time of the sheet, however slow the intent was', async () => {
    const { now } = Date;
    const { form, events } = await open({
      fetchIntent: () => {
        Date.now = () => now() + 25_000;
        return createIntent(price);
      },
    });
    await press(button(form, 'applepay')!);
    try {
      expect(await apple.approve()).to.equal('failure');
    } finally {
      Date.now = now;
    }
    expect([events, network.sent]).to.deep.equal([['pay-attempt applepay', 'pay-error canceled'], []]);
  });

  it('pay under the address that the page has when the sheet opens', async () => {
    const before = location.href;
    const { form } = await open({ fetchIntent: undefined, intentUrl: 'intent' });
    const asked: string[] = [];
    const { fetch } = window;
    window.fetch = (input, init) => {
      const url = String(input instanceof Request ? input.url : input);
      if (!url.endsWith('/intent')) return fetch(input, init);
      asked.push(url);
      return createIntent(price).then((intent) => Response.json(intent));
    };
    try {
      history.pushState(undefined, '', '/orders/7/pay');
      await press(button(form, 'applepay')!);
      expect(await apple.approve()).to.equal('success');
    } finally {
      window.fetch = fetch;
      history.replaceState(undefined, '', before);
    }
    expect(asked).to.deep.equal([`${location.origin}/orders/7/intent`]);
  });

  it('aborts the sheet of an element that is removed, and of a page that is left', async () => {
    const { form } = await open();
    await press(button(form, 'applepay')!);
    const run = form.element.submit().catch((error: unknown) => error as PayError);
    form.element.remove();
    expect(await apple.ended).to.equal('aborted');
    expect(await run).to.include({ code: 'canceled' });
    const other = await open();
    await press(button(other.form, 'applepay')!);
    dispatchEvent(new PageTransitionEvent('pagehide'));
    expect(await apple.ended).to.equal('aborted');
    await other.form.element.updateComplete;
    expect(other.form.button.disabled).to.equal(false);
    expect(network.sent).to.deep.equal([]);
  });

  for (const [name, wallet] of [
    ['applepay', () => apple],
    ['samsungpay', () => samsung],
  ] as const)
    it(`shows the success on a sheet of ${name}, although the page removes the element in pay-outcome`, async () => {
      const { form } = await open();
      form.element.addEventListener('pay-outcome', () => form.element.remove());
      await press(button(form, name)!);
      expect(await wallet().approve()).to.equal('success');
    });

  it('keeps its sheet while the element is moved, and while the page takes the wallets away', async () => {
    const { form } = await open();
    await press(button(form, 'applepay')!);
    const place = document.createElement('div');
    form.element.after(place);
    place.append(form.element);
    form.element.methods = 'creditcard';
    await form.element.updateComplete;
    expect(apple.sheet?.amount).to.equal('200.00');
    expect(await apple.approve()).to.equal('success');
    expect(network.sent.map(({ source }) => source.type)).to.deep.equal(['applepay']);
    await until(() => !button(form, 'applepay'));
  });

  it('opens no sheet for a press that a script makes, and the payer can press then', async () => {
    const { form, events } = await open();
    button(form, 'applepay')!.click();
    await form.element.updateComplete;
    expect([apple.opened, events]).to.deep.equal([0, ['pay-error api']]);
    await press(button(form, 'applepay')!);
    expect(await apple.approve()).to.equal('success');
  });

  it('aborts the sheet once another element pays for the purchase', async () => {
    const { form } = await open({ reference: '7' });
    const other = (await open({ reference: '7' })).form;
    await press(button(form, 'applepay')!);
    await other.fill(cards.paid);
    other.button.click();
    expect(await apple.ended).to.equal('aborted');
    await until(() => other.element.state === 'paid' && form.element.state === 'paid');
    expect(network.sent.map(({ source }) => source.type)).to.deep.equal(['creditcard']);
  });

  it('pays nothing by a Samsung sheet that is authorised after the element was removed', async () => {
    const { form } = await open();
    await press(button(form, 'samsungpay')!);
    form.element.remove();
    await aTimeout(0);
    expect(await samsung.approve()).to.equal('failure');
    expect(network.sent).to.deep.equal([]);
  });

  it('ask nothing for an element that is removed while pay-methods.js loads', async () => {
    let resolve!: (value: undefined) => void;
    const module = new Promise<undefined>((settle) => (resolve = settle));
    const { dependencies } = PayCheckout;
    const loadMethods = () => module.then(dependencies.loadMethods);
    PayCheckout.dependencies = { ...dependencies, loadMethods };
    try {
      const form = await checkout(settings);
      form.element.remove();
      let asked = 0;
      const isReadyToPay = () => {
        asked += 1;
        return never();
      };
      Object.assign(window, {
        SamsungPay: {
          PaymentClient: class {
            isReadyToPay = isReadyToPay;
          },
        },
      });
      resolve(undefined);
      await form.element.updateComplete;
      await loadMethods();
      await form.element.updateComplete;
      expect(asked).to.equal(0);
      document.body.append(form.element);
      await until(() => asked > 0);
      form.element.remove();
    } finally {
      PayCheckout.dependencies = dependencies;
    }
  });

  it('shows a sentence and fires pay-error if no merchant session comes', async () => {
    const { form, events } = await open();
    await fault('401', 'apple-session', 1);
    await press(button(form, 'applepay')!);
    expect(await apple.ended).to.equal('aborted');
    await form.element.updateComplete;
    expect(events).to.deep.equal(['pay-error api']);
    expect(row(form)?.querySelector('[role="alert"] + .or')?.previousElementSibling?.textContent).to.contain(
      'didn’t open',
    );
    await press(button(form, 'applepay')!);
    expect(await apple.approve()).to.equal('success');
  });

  it('asks the service for no merchant session where the page’s own function answers none', async () => {
    const { form, events } = await open({ validateMerchant: (() => undefined) as never });
    await press(button(form, 'applepay')!);
    expect(await apple.ended).to.equal('aborted');
    await until(() => events.length > 0);
    expect(events).to.deep.equal(['pay-error api']);
  });

  it('takes the merchant session of the page’s own function', async () => {
    const urls: string[] = [];
    const { form } = await open({
      validateMerchant: async (url) => {
        urls.push(url);
        return {
          merchantSessionIdentifier: crypto.randomUUID(),
          domainName: location.hostname,
          expiresAt: Date.now() + 300_000,
        };
      },
    });
    await press(button(form, 'applepay')!);
    expect(await apple.approve()).to.equal('success');
    expect(urls).to.have.length(1);
  });

  it('reveals no token in events, markup and stores', async () => {
    const { form } = await open();
    const told: unknown[] = [];
    for (const type of ['pay-attempt', 'pay-outcome', 'pay-change'] as const)
      form.element.addEventListener(type, ({ detail }: CustomEvent) => told.push(detail));
    await press(button(form, 'samsungpay')!);
    await samsung.approve();
    const { token } = network.sent[0]!.source as unknown as { token: string };
    const page = [form.element.outerHTML, form.element.shadowRoot?.innerHTML, localStorage, sessionStorage];
    expect(JSON.stringify([told, page])).not.to.contain(token.slice(5));
  });

  it('are not there where the browser has no wallet, and move nothing', async () => {
    apple.uninstall();
    samsung.uninstall();
    const form = await checkout({ ...settings, methods: 'applepay creditcard' });
    await until(() => row(form));
    await aTimeout(0);
    expect(row(form)?.children.length).to.equal(0);
    expect(await form.element.canPayBy('applepay')).to.equal(false);
    expect(await form.element.canPayBy('creditcard')).to.equal(true);
  });

  it('stand alone if the page offers no card: no field, and no line that leads to one', async () => {
    const { form } = await open({ methods: 'applepay samsungpay' });
    expect(form.visible('number')).to.equal(false);
    expect(row(form)?.querySelector('p')).to.equal(null);
    const error = await form.element.submit().catch((error: unknown) => error as PayError);
    expect(error).to.include({ code: 'configuration', field: 'methods' });
    await press(button(form, 'applepay')!);
    expect(await apple.approve()).to.equal('success');
  });

  for (const [what, change, field] of [
    ['the browser has none of them', {}, 'methods'],
    ['no merchant-name is set', { merchantName: undefined }, 'merchant-name'],
  ] as const)
    it(`tell the payer and the page if they stand alone and ${what}`, async () => {
      apple.uninstall();
      const form = await checkout({ fetchIntent: settings.fetchIntent });
      const errors: unknown[] = [];
      form.element.addEventListener('pay-error', ({ detail }) => errors.push(detail.error));
      Object.assign(form.element, settings, { methods: 'applepay' }, change);
      await until(() => row(form)?.textContent);
      expect(row(form)?.textContent).to.equal('You can’t pay here. Try another browser, or ask the shop.');
      expect(row(form)!.getBoundingClientRect().height).to.be.above(0);
      form.element.requestUpdate();
      await form.element.updateComplete;
      expect(errors).to.have.length(1);
      expect(errors[0]).to.include({ code: 'configuration', field });
      form.element.methods = 'applepay creditcard';
      await form.element.updateComplete;
      await until(() => row(form)?.textContent === '');
    });

  it('say nothing while a wallet has not answered, and nothing in an element that is removed or paid', async () => {
    const reference = 'order-paid';
    const first = await checkout({ ...price, reference, fetchIntent: settings.fetchIntent });
    await first.fill(cards.paid);
    await first.element.submit();
    apple.uninstall();
    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    samsung.uninstall();
    Object.assign(window, {
      SamsungPay: {
        PaymentClient: class {
          isReadyToPay = () => answered.then(() => ({ result: false }));
        },
      },
    });
    const { timers, restore } = watchTimers(1_000);
    const form = await checkout({ ...settings, methods: 'applepay samsungpay' });
    const removed = await checkout({ ...settings, methods: 'samsungpay' });
    const told: string[] = [];
    removed.element.addEventListener('pay-error', () => told.push('removed'));
    const paid = await checkout({ ...settings, reference, methods: 'applepay' });
    await until(() => timers.size > 0);
    for (const end of timers.values()) end();
    restore();
    await until(() => !row(form)?.classList.contains('asking'));
    expect(row(form)?.textContent).to.equal('');
    removed.element.remove();
    answer();
    await until(() => row(form)?.textContent);
    expect(told).to.deep.equal([]);
    form.element.after(removed.element);
    await until(() => told.length > 0);
    await until(() => paid.element.state === 'paid');
    expect(row(paid)?.textContent).to.equal('');
  });

  it('tell whether this browser can pay by them', async () => {
    const { form } = await open();
    const can = await Promise.all(
      ['applepay', 'samsungpay', 'creditcard', 'stcpay'].map((name) => form.element.canPayBy(name)),
    );
    expect(can).to.deep.equal([true, true, true, false]);
  });

  let isAsked = false;
  const never = () => {
    isAsked = true;
    return new Promise<never>(() => undefined);
  };
  const { dependencies } = PayCheckout;
  const withoutModule = () => void (PayCheckout.dependencies = { ...dependencies, loadMethods: never });
  for (const [name, what, hold] of [
    ['applepay', 'pay-methods.js', withoutModule],
    ['stcpay', 'pay-methods.js', withoutModule],
    [
      'samsungpay',
      'Samsung’s script',
      () =>
        Object.assign(window, {
          SamsungPay: {
            PaymentClient: class {
              isReadyToPay = never;
            },
          },
        }),
    ],
  ] as const)
    it(`tell after 10 s without an answer of ${what} that this browser cannot pay by ${name}`, async () => {
      isAsked = false;
      hold();
      const { timers, restore } = watchTimers(10_000);
      const element = document.createElement('pay-checkout');
      Object.assign(element, { ...settings, baseUrl, publishableKey, methods: `creditcard ${name}` });
      document.body.append(element);
      try {
        const can = element.canPayBy(name);
        await until(() => isAsked && timers.size > 0);
        for (const end of timers.values()) end();
        expect(await can).to.equal(false);
      } finally {
        restore();
        element.remove();
        PayCheckout.dependencies = dependencies;
      }
    });

  it('load no second script of Apple’s where the page has loaded the script: its button can be defined once', async () => {
    const { head } = document;
    const asked: Node[] = [];
    head.append = (...nodes) => void asked.push(...(nodes as Node[]));
    customElements.get = (name) =>
      name === 'apple-pay-button'
        ? HTMLElement
        : CustomElementRegistry.prototype.get.call(customElements, name);
    try {
      const form = await checkout({ ...settings, methods: 'applepay creditcard', walletScripts: 'apple' });
      await until(() => button(form, 'applepay') ?? asked.length > 0);
      expect([asked.length, button(form, 'applepay')?.localName]).to.deep.equal([0, 'apple-pay-button']);
    } finally {
      Reflect.deleteProperty(customElements, 'get');
      Reflect.deleteProperty(head, 'append');
      for (const script of asked) script.dispatchEvent(new Event('error'));
    }
  });

  it('tell after 1 s without Apple’s script that a browser with Apple Pay can pay by it', async () => {
    const { head } = document;
    const asked: Node[] = [];
    head.append = (...nodes) => void asked.push(...(nodes as Node[]));
    const { timers, restore } = watchTimers(1_000);
    try {
      const form = await checkout({ ...settings, methods: 'applepay creditcard', walletScripts: 'apple' });
      const can = form.element.canPayBy('applepay');
      await until(() => asked.length > 0 && timers.size > 2);
      for (const end of timers.values()) end();
      expect(await can).to.equal(true);
      await until(() => button(form, 'applepay'));
    } finally {
      restore();
      Reflect.deleteProperty(head, 'append');
      for (const script of asked) script.dispatchEvent(new Event('error'));
    }
  });

  /** The page with Samsung's script loaded, which has not defined its global yet. */
  async function openLateSamsung(methods = 'samsungpay creditcard') {
    samsung.uninstall();
    const { head } = document;
    const scripts: Node[] = [];
    head.append = (...nodes) => {
      for (const script of nodes as Node[]) queueMicrotask(() => script.dispatchEvent(new Event('load')));
      scripts.push(...(nodes as Node[]));
    };
    const watch = watchTimers(100);
    const form = await checkout({ ...settings, methods });
    await until(() => watch.timers.size > 0);
    const passTime = () => {
      for (const end of watch.timers.values()) end();
      return aTimeout(0);
    };
    return { form, passTime, restore: () => (watch.restore(), Reflect.deleteProperty(head, 'append')) };
  }

  it('wait for Samsung’s global, which its script may define after it has loaded', async () => {
    const { form, passTime, restore } = await openLateSamsung();
    try {
      for (let polls = 3; polls > 0; polls--) await passTime();
      expect(button(form, 'samsungpay')).to.equal(undefined);
      const can = form.element.canPayBy('samsungpay');
      samsung = installSamsungPay();
      await passTime();
      await until(() => button(form, 'samsungpay'));
      expect(await can).to.equal(true);
      await press(button(form, 'samsungpay')!);
      expect(await samsung.approve()).to.equal('success');
    } finally {
      restore();
    }
  });

  it('tell the developer after 10 s that Samsung’s script has brought no wallet', async () => {
    const { warn } = console;
    const told: string[] = [];
    console.warn = (...words: unknown[]) => told.push(words.join(' '));
    const { form, passTime, restore } = await openLateSamsung();
    try {
      for (let polls = 100; polls > 0; polls--) {
        expect(told).to.deep.equal([]);
        await passTime();
      }
      await until(() => told.length > 0);
    } finally {
      restore();
      console.warn = warn;
    }
    expect(told[0]).to.contain('samsungpay_web_sdk.js did not load, or brought no wallet.');
    expect(button(form, 'samsungpay')).to.equal(undefined);
  });

  it('report once that there is none of them, also to a page that then asks canPayBy()', async () => {
    const { warn } = console;
    const told: unknown[] = [];
    console.warn = (...words: unknown[]) => told.push(...words);
    const { form, passTime, restore } = await openLateSamsung('samsungpay');
    form.element.addEventListener('pay-error', ({ detail }) => told.push(detail.error.field));
    try {
      for (let polls = 100; polls > 0; polls--) await passTime();
      await until(() => row(form)?.textContent);
      const can = form.element.canPayBy('samsungpay');
      for (let polls = 100; polls > 0; polls--) await passTime();
      expect(await can).to.equal(false);
      form.element.requestUpdate();
      await form.element.updateComplete;
    } finally {
      restore();
      console.warn = warn;
    }
    expect(told).to.have.length(2);
    expect(told[0]).to.contain('brought no wallet.');
    expect(told[1]).to.equal('methods');
  });

  for (const methods of [undefined, '', ' '])
    it(`leave the card where methods is ${JSON.stringify(methods)}`, async () => {
      const form = await checkout({ ...settings, methods });
      expect(form.visible('number')).to.equal(true);
      expect(await form.element.canPayBy('creditcard')).to.equal(true);
    });

  const wrong: readonly [string, Partial<PayCheckout>, string][] = [
    ['no merchant-name', { merchantName: undefined }, 'merchant-name'],
    ['a merchant-name that Apple refuses', { merchantName: 'متجر' }, 'merchant-name'],
    ['a long merchant-name', { merchantName: 'x'.repeat(65) }, 'merchant-name'],
    ['a country of three letters', { country: 'SAU' }, 'country'],
    ['samsungpay without a service', { samsungServiceId: undefined }, 'samsung-service-id'],
    ['samsungpay without its script', { walletScripts: undefined }, 'wallet-scripts'],
    ['an unknown script', { walletScripts: 'samsung google' }, 'wallet-scripts'],
    ['a validateMerchant that is no function', { validateMerchant: 'x' as never }, 'validateMerchant'],
  ];
  for (const [name, change, field] of wrong)
    it(`report ${name} before a press, offer no wallet, and leave the card`, async () => {
      const form = await checkout({ fetchIntent: settings.fetchIntent });
      const reported = next(form.element, 'pay-error');
      Object.assign(form.element, settings, change);
      expect((await reported).detail.error).to.include({ code: 'configuration', field });
      await form.element.updateComplete;
      expect(button(form, 'applepay')).to.equal(undefined);
      expect(form.visible('number')).to.equal(true);
    });

  it('come into a server-rendered form after its hydration, which keeps the inputs', async () => {
    const page = new DeclaredPage(
      { lang: 'de' },
      `lang="de" methods="applepay creditcard" merchant-name="Lamp Shop" ${complete}`,
    );
    const { inputs } = page;
    await page.arrive();
    await until(() => page.root.querySelector('[data-wallet]'));
    expect(page.inputs).to.deep.equal(inputs);
    expect([page.button.type, page.element.state]).to.deep.equal(['submit', 'ready']);
    expect(page.root.querySelector('.or')?.textContent).to.equal('oder mit Karte bezahlen');
    expect(page.root.querySelectorAll('form')).to.have.length(1);
  });
});
