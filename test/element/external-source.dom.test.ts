import { expect } from 'chai';
import { PayError } from '../../src/error.js';
import { checkout, next } from './page.js';
import { cards, createIntent, fault, readIntent, readPayment, saveCard, watchEachTest } from './sandbox.js';

describe('submit({ source })', () => {
  const network = watchEachTest();

  const save = async (number: string) => {
    const token = await saveCard(number);
    network.sent.length = 0;
    return token;
  };
  const lazy = { fetchIntent: () => createIntent() };
  const withStatus = { ...lazy, fetchStatus: readPayment };
  const byToken = (token: string) => ({ source: { type: 'token', token } });

  it('pays by a token with the events of any payment, and leaves the fields as they are', async () => {
    const token = await save(cards.paid);
    const form = await checkout(lazy);
    await form.fill(cards.challenged, { cvc: '9', name: '' });
    const announced = next(form.element, 'pay-attempt');
    const outcome = next(form.element, 'pay-outcome');
    const run = form.element.submit(byToken(token));
    expect(form.element.state).to.equal('paying');
    const { paymentId } = (await announced).detail;
    expect([form.input('number').value, form.input('cvc').value]).to.deep.equal(['4201 3201 1111 1010', '9']);
    expect(form.message('name')).to.equal('');
    expect(await run).to.include({ status: 'paid', paymentId });
    expect((await outcome).detail.outcome).to.equal(await run);
    expect(network.sent.map(({ source }) => source)).to.deep.equal([{ type: 'token', token }]);
    expect((await readPayment(paymentId)) as object).to.include({ status: 'paid', amount: 10_000 });
  });

  it('joins a run that is under way, which pays by what it was started with', async () => {
    const form = await checkout(lazy);
    await form.fill(cards.paid);
    const run = form.element.submit();
    expect(form.element.submit(byToken('token_another_one'))).to.equal(run);
    await run;
    expect(network.sent.map(({ source }) => source.type)).to.deep.equal(['creditcard']);
  });

  it('rejects an invalid source at once, also during an attempt, and does not quote it', async () => {
    const form = await checkout(lazy);
    await form.fill(cards.paid);
    const errors: unknown[] = [];
    form.element.addEventListener('pay-error', ({ detail }) => errors.push(detail.error));
    const refused = async (source: unknown) => {
      const error = await form.element.submit({ source } as never).catch((error: unknown) => error);
      expect(error).to.be.instanceOf(PayError);
      expect(error).to.include({ code: 'configuration', field: 'source' });
    };
    await refused({ type: 'creditcard', number: '4111111111111111' });
    await refused(undefined);
    expect([form.element.state, network.sent.length]).to.deep.equal(['ready', 0]);
    const run = form.element.submit();
    await refused({ token: 'token_1' });
    expect(await run).to.include({ status: 'paid' });
    expect([errors, network.sent.length]).to.deep.equal([[], 1]);
  });

  it('returns to the form after a token that is unknown, and the typed card pays on the same intent', async () => {
    const token = 'token_unknown_to_all';
    const { id, client_secret: clientSecret } = await createIntent();
    const form = await checkout({ clientSecret });
    await form.fill(cards.paid);
    const errorEvent = next(form.element, 'pay-error');
    const refusal = await form.element.submit(byToken(token)).catch((error: unknown) => error as PayError);
    expect(refusal).to.include({ code: 'card', field: 'token', retryable: true });
    expect((await errorEvent).detail.error).to.equal(refusal);
    expect(JSON.stringify([refusal, (refusal as PayError).message])).not.to.contain(token);
    await form.element.updateComplete;
    expect([form.element.state, form.visible('number')]).to.deep.equal(['ready', true]);
    expect(form.element.shadowRoot?.innerHTML).not.to.contain(token);
    expect((await readIntent(id)).status).to.equal('created');
    form.button.click();
    const { outcome } = (await next(form.element, 'pay-outcome')).detail;
    expect(outcome.status).to.equal('paid');
    expect(network.sent[0]?.given_id).to.equal(network.sent[1]?.given_id);
  });

  it('polls a lost token payment and does not resend it by itself', async () => {
    const token = await save(cards.paid);
    await fault('drop-after', 'fulfil', 99);
    const form = await checkout(withStatus);
    const final = new Promise((resolve) =>
      form.element.addEventListener('pay-outcome', ({ detail: { outcome } }) => {
        if (outcome.status !== 'unknown') resolve(outcome);
      }),
    );
    expect(await form.element.submit(byToken(token))).to.include({ status: 'unknown' });
    expect(await form.element.submit(byToken('token_another_one'))).to.include({ status: 'unknown' });
    expect(await final).to.include({ status: 'paid' });
    expect(network.sent).to.have.length(1);
    expect(JSON.stringify([localStorage, sessionStorage])).not.to.contain('token_');
  });
});
