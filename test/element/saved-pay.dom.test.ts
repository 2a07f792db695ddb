import { expect } from 'chai';
import { PayError } from '../../src/error.js';
import { checkout, next, type Form } from './page.js';
import { waitUntil } from '../wait-until.js';
import { mada, SavedCards, visa } from './saved-cards.js';
import {
  cards,
  createIntent,
  createToken,
  deleteToken,
  readIntent,
  readPayment,
  readToken,
  readTokenOf,
  watchEachTest,
} from './sandbox.js';

/** A number that is on no list: the bank declines it, and asks the payer nothing. */
const declinedNumber = '4242424242424242';

const fetchIntent = () => createIntent();
const active = ({ element }: Form) => element.shadowRoot?.activeElement;
const rejection = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Everything that an element tells its page. */
function watchEvents({ element }: Form): string[] {
  const events: string[] = [];
  const types = [
    'pay-ready',
    'pay-change',
    'pay-invalid',
    'pay-attempt',
    'pay-redirect',
    'pay-outcome',
    'pay-error',
  ];
  for (const type of types) {
    element.addEventListener(type, (event) => {
      const { detail } = event as CustomEvent<Readonly<Record<string, unknown>> | null>;
      const { error } = detail ?? {};
      const all =
        error instanceof PayError ? [error.message, error.stack, error.errors, error.cause] : detail;
      events.push(`${type} ${JSON.stringify(all)}`);
    });
  }
  return events;
}

describe('paying by a saved card', () => {
  const network = watchEachTest();

  it('sends its token and no card, and the page hears of neither', async () => {
    const token = await createToken();
    const form = await checkout({ fetchIntent, savedCards: [{ ...visa, token }] });
    const events = watchEvents(form);
    const outcome = next(form.element, 'pay-outcome');
    form.button.click();
    expect((await outcome).detail.outcome.status).to.equal('paid');
    expect(network.sent.map(({ source }) => source)).to.deep.equal([{ type: 'token', token }]);
    await form.element.updateComplete;
    expect(form.element.state).to.equal('paid');
    expect(events.some((it) => it.startsWith('pay-outcome'))).to.equal(true);
    expect(events.join()).not.to.contain('token_');
  });

  it('hands no token to whoever calls submit, and sends the one of the card that the payer chose', async () => {
    const token = await createToken();
    const saved = new SavedCards(await checkout({ fetchIntent, savedCards: [mada, { ...visa, token }] }));
    await saved.choose(1);
    const outcome = await saved.form.element.submit();
    expect(outcome.status).to.equal('paid');
    expect(JSON.stringify(outcome)).not.to.contain('token_');
    expect(network.sent[0]?.source).to.deep.equal({ type: 'token', token });
  });

  it('pays by another saved card on a fresh intent right after a decline', async () => {
    const savedCards = [
      { ...visa, number: '4242', token: await createToken(declinedNumber) },
      { ...visa, token: await createToken() },
    ];
    const saved = new SavedCards(await checkout({ fetchIntent, savedCards }));
    const { form } = saved;
    form.button.focus();
    const first = await form.element.submit();
    await form.element.updateComplete;
    expect(first.status).to.equal('failed');
    expect(form.notice).to.match(/^Payment not completed.*Try again later or use another card\.$/);
    expect(active(form)).to.equal(saved.radio(0));
    expect(saved.enabled).to.deep.equal([true, true, true]);
    await saved.choose(1);
    const second = await form.element.submit();
    expect(second.status).to.equal('paid');
    expect(second.paymentId).not.to.equal(first.paymentId);
  });

  it('pays by a typed card right after a saved card was declined', async () => {
    const savedCards = [{ ...visa, token: await createToken(declinedNumber) }];
    const saved = new SavedCards(await checkout({ fetchIntent, savedCards }));
    const { form } = saved;
    expect((await form.element.submit()).status).to.equal('failed');
    await saved.choose(-1);
    await form.fill(declinedNumber);
    expect((await form.element.submit()).status).to.equal('failed');
    await form.element.updateComplete;
    expect(form.notice).to.contain('Check the details or use another card.');
    await form.fill(cards.paid);
    expect((await form.element.submit()).status).to.equal('paid');
    expect(network.sent.map(({ source }) => source.type)).to.deep.equal([
      'token',
      'creditcard',
      'creditcard',
    ]);
  });

  it('marks a deleted card, says nothing about money, and focuses the opened fields', async () => {
    const token = await createToken();
    await deleteToken(token);
    const other = { ...mada, token: await createToken() };
    const intent = await createIntent();
    const savedCards = [{ ...visa, token }, other];
    const saved = new SavedCards(await checkout({ clientSecret: intent.client_secret, savedCards }));
    const { form } = saved;
    const events = watchEvents(form);
    form.button.focus();
    const error = (await rejection(form.element.submit())) as PayError;
    await form.element.updateComplete;
    expect(error).to.be.instanceOf(PayError);
    expect(JSON.stringify([error, error.message, error.errors]) + events.join()).not.to.contain(token);
    expect(form.element.state).to.equal('ready');
    expect(form.notice).to.equal('This card isn’t accepted here. Use another card.');
    expect(saved.enabled).to.deep.equal([false, true, true]);
    expect(saved.texts[0]).to.contain('Can’t be used here');
    expect([saved.chosen, saved.fieldsShown]).to.deep.equal([2, true]);
    expect(active(form)).to.equal(saved.radio(2));
    // The refused card stays refused, whatever else changes; the intent is still good for another one.
    form.element.savedCards = [{ ...visa, token }, { ...other }];
    await form.element.updateComplete;
    expect(saved.enabled).to.deep.equal([false, true, true]);
    await form.fill(cards.paid);
    expect((await form.element.submit()).status).to.equal('paid');
    expect(network.sent.map(({ given_id: id }) => id)).to.have.length(2);
    expect(new Set(network.sent.map(({ given_id: id }) => id)).size).to.equal(1);
    expect((await readIntent(intent.id)).status).to.equal('fulfilled');
  });

  it('pays by the card that was chosen, whatever the page sets while it is under way', async () => {
    const token = await createToken();
    const other = await createToken();
    const saved = new SavedCards(await checkout({ fetchIntent, savedCards: [{ ...visa, token }] }));
    const { element } = saved.form;
    element.addEventListener('pay-attempt', () => {
      element.savedCards = [{ ...mada, token: other }];
      saved.radio(-1).click();
    });
    expect((await element.submit()).status).to.equal('paid');
    expect(network.sent.map(({ source }) => source)).to.deep.equal([{ type: 'token', token }]);
  });

  it('pays by the card that is shown as chosen, though it has expired since it was drawn', async () => {
    const now = Date;
    const later = { ...mada, token: await createToken(), year: 2040 };
    const savedCards = [{ ...visa, token: await createToken() }, later];
    const saved = new SavedCards(await checkout({ fetchIntent, savedCards }));
    // The form stands open beyond the end of the month, and nothing has drawn it since.
    globalThis.Date = class extends now {
      override getFullYear = () => 2031;
      override getMonth = () => 3;
    } as DateConstructor;
    try {
      expect(saved.chosen).to.equal(0);
      saved.form.button.click();
      await waitUntil(() => network.sent.length === 1);
    } finally {
      globalThis.Date = now;
    }
    expect(network.sent[0]?.source).to.deep.equal({ type: 'token', token: savedCards[0]?.token });
  });

  it('charges no other card when the page removes the card that the payer chose', async () => {
    const savedCards = [
      { ...visa, token: await createToken() },
      { ...mada, token: await createToken() },
    ];
    const saved = new SavedCards(await checkout({ fetchIntent, savedCards }));
    await saved.choose(1);
    saved.form.element.savedCards = savedCards.slice(0, 1);
    const error = (await rejection(saved.form.element.submit())) as PayError;
    expect([error.code, network.sent.length, saved.chosen, saved.fieldsShown]).to.deep.equal([
      'card',
      0,
      1,
      true,
    ]);
  });

  it('leaves what is typed where the page pays by a source of its own, and the choice too', async () => {
    const [token, own] = [await createToken(), await createToken(declinedNumber)];
    const saved = new SavedCards(await checkout({ fetchIntent, savedCards: [{ ...visa, token }] }));
    const { form } = saved;
    await saved.choose(-1);
    await form.type('number', '4111');
    expect((await form.element.submit({ source: { type: 'token', token: own } })).status).to.equal('failed');
    await form.element.updateComplete;
    expect([saved.chosen, form.input('number').value]).to.deep.equal([1, '4111']);
    await saved.choose(0);
    const refused = { type: 'token', token: 'token_unknown' };
    expect(await rejection(form.element.submit({ source: refused }))).to.be.instanceOf(PayError);
    await form.element.updateComplete;
    expect([saved.chosen, saved.enabled]).to.deep.equal([0, [true, true]]);
  });
});

describe('keeping the card that is typed', () => {
  const network = watchEachTest();

  for (const [saveCard, ticked, kept] of [
    [undefined, false, undefined],
    ['offer', false, undefined],
    ['offer', true, true],
    ['always', false, true],
  ] as const) {
    it(`${kept ? 'sends' : 'does not send'} save_card with save-card=${saveCard ?? 'unset'}${ticked ? ', ticked' : ''}`, async () => {
      const saved = new SavedCards(await checkout({ fetchIntent, saveCard }));
      const { form } = saved;
      await form.fill(cards.paid);
      if (ticked) saved.box?.click();
      const outcome = await form.element.submit();
      expect(outcome.status).to.equal('paid');
      expect(network.sent[0]?.source).to.have.property('type', 'creditcard');
      expect((network.sent[0]?.source as { save_card?: boolean }).save_card).to.equal(kept);
      expect(JSON.stringify(outcome)).not.to.contain('token_');
      const token = await readTokenOf(outcome.paymentId);
      expect(Object(await readToken(token)).status).to.equal(kept ? 'active' : undefined);
    });
  }

  it('unticks the save box when a payment has ended', async () => {
    const saved = new SavedCards(await checkout({ fetchIntent, saveCard: 'offer' }));
    const { form } = saved;
    await form.fill(cards.challenged);
    saved.box?.click();
    expect((await form.element.submit()).status).to.equal('initiated');
    await form.element.updateComplete;
    expect(saved.box?.checked).to.equal(false);
    expect(await readPayment(network.sent[0]?.given_id ?? '')).to.have.property('status', 'initiated');
  });
});
