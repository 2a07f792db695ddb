import { fixture, html, oneEvent } from '@open-wc/testing-helpers';
import { expect } from 'chai';
import type { PayErrorEvent, PayOutcomeEvent } from '../../src/entries/element.js';
import type { PayResult } from '../../src/entries/return.js';
import '../../src/entries/return.js';
import { BrowserAttemptStore } from '../../src/element/browser/attempt-store.js';
import { waitUntil } from '../wait-until.js';
import { shown } from './page.js';
import { readPayment, resetSandbox } from './sandbox.js';

const id = '11111111-1111-4111-8111-111111111111';
const words = (result: PayResult) =>
  result.shadowRoot?.querySelector('[part~="notice"]')?.textContent.trim() ?? '';

async function result(properties: Partial<PayResult>): Promise<PayResult> {
  const element = document.createElement('pay-result');
  Object.assign(element, properties);
  const shell = await fixture(html`<div></div>`);
  shell.append(element);
  return element;
}

/** An element that has told the page what the merchant's server answers of the payment. */
async function told(payment: object, properties: Partial<PayResult> = {}) {
  const fetchStatus = () => Promise.resolve({ id, ...payment });
  const element = await result({ paymentId: id, fetchStatus, ...properties });
  const { outcome } = ((await oneEvent(element, 'pay-outcome')) as PayOutcomeEvent).detail;
  await element.updateComplete;
  return { element, outcome };
}

/** Until the element shows what it should. */
const shows = (element: PayResult, text: string) => shown(element, () => words(element).includes(text));

describe('<pay-result>', () => {
  // What is waited for between two questions takes seconds.
  const { setTimeout } = window;
  beforeEach(() => {
    window.setTimeout = ((callback: () => void, milliseconds = 0) =>
      setTimeout(callback, milliseconds / 100)) as typeof setTimeout;
  });
  afterEach(() => void (window.setTimeout = setTimeout));

  for (const [status, meaning, text] of [
    ['paid', 'paid', 'Payment received.'],
    ['captured', 'paid', 'Payment received.'],
    ['refunded', 'paid', 'A refund was issued.'],
    ['authorized', 'authorized', 'Payment approved.'],
    ['failed', 'failed', 'Payment not completed'],
    ['voided', 'failed', 'Your bank will release the amount'],
    ['expired', 'failed', 'The time to pay has run out.'],
    // Only a card was checked: nothing says that anything was paid.
    ['verified', 'unknown', 'We’re checking your payment.'],
  ] as const) {
    it(`shows ${status} when the merchant's server says so`, async () => {
      const { element, outcome } = await told({ status });
      expect(outcome).to.include({ paymentId: id, status: meaning });
      expect(words(element)).to.contain(text);
    });
  }

  it('asks until the payment is final, and tells unknown in between once', async () => {
    const answers = [{ id, status: 'initiated' }, undefined, { id, status: 'paid' }];
    const element = await result({ paymentId: id, fetchStatus: () => Promise.resolve(answers.shift()) });
    const statuses: string[] = [];
    element.addEventListener('pay-outcome', (event) =>
      statuses.push((event as PayOutcomeEvent).detail.outcome.status),
    );
    await oneEvent(element, 'pay-outcome');
    await element.updateComplete;
    expect(words(element)).to.contain('don’t pay again');
    await oneEvent(element, 'pay-outcome');
    expect(statuses).to.deep.equal(['unknown', 'paid']);
  });

  it('asks the function that was set last, and does not begin anew with each, as frameworks set one at each render', async () => {
    const calls: string[] = [];
    const answering = (name: string, status: string) => () => {
      calls.push(name);
      return Promise.resolve({ id, status });
    };
    const element = await result({ paymentId: id, fetchStatus: answering('first', 'initiated') });
    const statuses: string[] = [];
    element.addEventListener('pay-outcome', (event) => {
      statuses.push((event as PayOutcomeEvent).detail.outcome.status);
      element.fetchStatus = answering(`after ${statuses.length}`, 'paid');
    });
    await shows(element, 'Payment received');
    await element.updateComplete;
    // A request that began anew would be sent by now: timers without a delay run in their order.
    await new Promise((passed) => setTimeout(passed));
    expect(calls).to.deep.equal(['first', 'after 1']);
    expect(statuses).to.deep.equal(['unknown', 'paid']);
    const later = oneEvent(element, 'pay-outcome');
    element.paymentId = '22222222-2222-4222-8222-222222222222';
    await later;
    expect(calls).to.deep.equal(['first', 'after 1', 'after 2']);
  });

  it('does not believe the address', async () => {
    await resetSandbox();
    const before = location.href;
    history.replaceState(null, '', `?id=${id}&status=paid&message=APPROVED`);
    const { element, outcome } = await told({}, { paymentId: undefined, fetchStatus: readPayment });
    history.replaceState(null, '', before);
    expect(outcome).to.deep.equal({ status: 'unknown', paymentId: id });
    expect(words(element)).not.to.contain('received');
  });

  it('ignores a status that belongs to another payment id', async () => {
    const { outcome } = await told({ id: '22222222-2222-4222-8222-222222222222', status: 'paid' });
    expect(outcome.status).to.equal('unknown');
  });

  it('says what is wrong with an address that is none', async () => {
    const element = await result({ paymentId: id, statusUrl: 'http://[' });
    const { error } = ((await oneEvent(element, 'pay-error')) as PayErrorEvent).detail;
    expect(error).to.include({ code: 'configuration', field: 'status-url' });
  });

  it('says after a failure what to do next', async () => {
    const { element } = await told({ status: 'failed', source: { response_code: '51' } });
    const lines = [...(element.shadowRoot?.querySelectorAll('p') ?? [])].map((p) => p.textContent);
    expect(lines).to.deep.equal([
      'Payment not completed',
      'There isn’t enough money on this card. You haven’t been charged.',
      'To pay, go back to the shop.',
    ]);
  });

  it('asks again when an answer never comes', async () => {
    const answers = [new Promise<undefined>(() => undefined), Promise.resolve({ id, status: 'paid' })];
    const element = await result({ paymentId: id, fetchStatus: () => answers.shift() as Promise<unknown> });
    await oneEvent(element, 'pay-outcome');
    await shows(element, 'Payment received.');
  });

  it('leads to the bank where a payment keeps waiting there, and not at once', async () => {
    const source = { type: 'creditcard', transaction_url: 'https://bank.example/3ds' };
    const { element } = await told({ status: 'initiated', source });
    expect(words(element)).to.equal(
      'We’re checking your payment. Please don’t pay again.This can take a minute.',
    );
    await shows(element, 'Your bank is waiting for your approval.');
    expect(words(element)).not.to.contain('don’t pay again');
    expect(element.shadowRoot?.querySelector('button')?.textContent).to.equal('Go to your bank’s page');
  });

  it('goes on leading to the bank when one answer fails', async () => {
    const source = { type: 'creditcard', transaction_url: 'https://bank.example/3ds' };
    let calls = 0;
    let fail!: (error: Error) => void;
    const third = new Promise((_, reject) => (fail = reject));
    const never = new Promise(() => undefined);
    const element = await result({
      paymentId: id,
      fetchStatus: () => {
        calls++;
        if (calls < 3) return Promise.resolve({ id, status: 'initiated', source });
        return calls === 3 ? third : never;
      },
    });
    await shows(element, 'Your bank is waiting for your approval.');
    await waitUntil(() => calls === 3);
    fail(new Error('The connection is lost.'));
    await waitUntil(() => calls === 4);
    await element.updateComplete;
    expect(words(element)).to.contain('Your bank is waiting for your approval.');
  });

  for (const [what, properties, text] of [
    ['nobody can be asked', { paymentId: id }, 'We don’t know yet whether your payment went through.'],
    ['no payment is named', { fetchStatus: () => Promise.resolve(undefined) }, 'If you’ve already paid'],
  ] as const) {
    it(`tells the payer and the developer apart where ${what}`, async () => {
      const element = await result(properties);
      const { error } = ((await oneEvent(element, 'pay-error')) as PayErrorEvent).detail;
      await element.updateComplete;
      expect(words(element)).to.contain(text);
      const code = element.shadowRoot?.querySelector('code');
      expect(code?.textContent).to.equal(error.message);
      expect([code?.lang, code?.dir]).to.deep.equal(['en', 'ltr']);
      expect(element.shadowRoot?.querySelector('p')?.textContent).not.to.contain(error.message);
    });
  }
});

describe('<pay-result>, where another payment of the purchase was given up', () => {
  it('does not say after a failure that nothing was charged', async () => {
    const purchases = new BrowserAttemptStore();
    const order = { namedBy: 'reference', name: 'order-7', key: 'reference order-7' } as const;
    purchases.save(order, 'p0', 'given-up');
    purchases.save(order, id, 'claimed');
    purchases.save(order, id, 'waiting');
    const { element } = await told({ status: 'failed', source: { response_code: '51' } });
    expect(words(element)).to.contain('There isn’t enough money on this card.');
    expect(words(element)).not.to.contain('You haven’t been charged');
    expect(purchases.read(order)).to.include({ stage: 'free', givenUp: true });
  });

  it('does not say that nothing was charged when the store holds only the replacing payment', async () => {
    const purchases = new BrowserAttemptStore();
    const order = { namedBy: 'reference', name: 'order-7', key: 'reference order-7' } as const;
    purchases.save(order, id, 'waiting');
    purchases.save(order, id, 'given-up');
    purchases.save(order, 'p2', 'claimed');
    purchases.save(order, 'p2', 'paid');
    const { element } = await told({ status: 'failed' });
    expect(words(element)).to.contain('Payment not completed').and.not.to.contain('charged');
    expect(purchases.read(order)).to.include({ paymentId: 'p2', stage: 'paid' });
  });
});

describe('<pay-result>, which has read that a payment went through', () => {
  it('stores the payment as paid, so that the next purchase of the same name is a new one', async () => {
    const purchases = new BrowserAttemptStore();
    const order = { namedBy: 'intent-url', name: '/intent', key: 'intent-url /intent' } as const;
    purchases.save(order, id, 'waiting');
    await told({ status: 'paid' });
    expect(purchases.read(order)).to.include({ paymentId: id, stage: 'paid' });
  });
});
