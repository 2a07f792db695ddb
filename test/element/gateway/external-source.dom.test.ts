import { expect } from 'chai';
import type { Config } from '../../../src/element/checkout/config.js';
import type { SentMethod } from '../../../src/element/checkout/payment-method.js';
import type { Attempt } from '../../../src/element/checkout/ports.js';
import { fulfil } from '../../../src/element/gateway/fulfil.js';
import { fetchIntent, fetchStatus } from '../../../src/element/gateway/merchant-api.js';
import { secretConfig } from '../checkout/world.js';
import {
  baseUrl,
  cards,
  createIntent,
  deleteToken,
  publishableKey,
  readIntent,
  readPayment,
  resetSandbox,
  saveCard,
  watchFulfilments,
} from '../sandbox.js';

const { fetch } = window;
afterEach(() => void (window.fetch = fetch));

async function order(over: Partial<Config> = {}): Promise<Attempt & { intentId: string }> {
  const { id, client_secret: clientSecret } = await createIntent();
  return {
    intentId: id,
    paymentId: crypto.randomUUID(),
    intent: { id: undefined, clientSecret },
    config: { ...secretConfig, baseUrl, publishableKey, timeout: 5_000, ...over },
    previousTry: 'never-sent',
  };
}
const by = (token: string, more: object = {}): SentMethod => ({
  kind: 'external',
  source: { type: 'token', token, ...more },
});
const card = { number: cards.paid, month: '12', year: '2030', cvc: '123', name: 'Sara Ali' };

describe('a payment by a token', () => {
  before(resetSandbox);

  it('is paid, and its answer holds no token', async () => {
    const token = await saveCard(cards.paid);
    const { sent, restore } = watchFulfilments();
    const it = await order();
    const answer = await fulfil(it, by(token));
    restore();
    expect(sent[0]?.source).to.deep.equal({ type: 'token', token });
    if (answer.kind !== 'payment') throw new Error(answer.kind);
    expect(answer.payment).to.include({ id: it.paymentId, status: 'paid' });
    expect(answer.payment.source).not.to.have.property('token');
    expect(JSON.stringify(answer)).not.to.contain(token);
  });

  it('has its 3-D Secure challenge, as the card has', async () => {
    const answer = await fulfil(await order(), by(await saveCard(cards.challenged)));
    if (answer.kind !== 'payment') throw new Error(answer.kind);
    expect(answer.payment.status).to.equal('initiated');
    expect(answer.payment.source?.transaction_url).to.match(/^http/);
    expect(answer.payment.source).not.to.have.property('token');
  });

  for (const [manual, more, status] of [
    [true, {}, 'authorized'],
    [true, { manual: false }, 'paid'],
    [false, { manual: true }, 'authorized'],
  ] as const) {
    it(`is ${status} where the page says manual: ${manual}, and the source ${JSON.stringify(more)}`, async () => {
      const answer = await fulfil(await order({ manual }), by(await saveCard(cards.paid), more));
      expect(answer).to.have.nested.property('payment.status', status);
    });
  }

  it('is refused without using the intent up when the token is unknown or deleted', async () => {
    const deleted = await saveCard(cards.paid);
    await deleteToken(deleted);
    for (const token of ['token_unknown_to_all', deleted]) {
      const it = await order();
      const answer = await fulfil(it, by(token));
      if (answer.kind !== 'refused') throw new Error(answer.kind);
      expect(answer.intentStatus).to.equal('open');
      expect(answer.error).to.include({ code: 'card', field: 'token', retryable: true, status: 400 });
      expect(answer.error.errors?.['token']?.[0]).to.be.a('string');
      expect((await readIntent(it.intentId)).status).to.equal('created');
      const next = await fulfil(it, { kind: 'card', card, save: false });
      expect(next).to.have.nested.property('payment.status', 'paid');
    }
  });
});

describe('a card that is kept', () => {
  for (const save of [true, false]) {
    it(`is ${save ? '' : 'not '}asked for by \`save_card\`, and its token stays with the service`, async () => {
      const { sent, restore } = watchFulfilments();
      const it = await order();
      const answer = await fulfil(it, { kind: 'card', card, save });
      restore();
      expect(sent[0]?.source).to.deep.equal({
        type: 'creditcard',
        ...card,
        ...(save ? { save_card: true } : {}),
      });
      const made = (await readPayment(it.paymentId)) as { source: { token: string | null } };
      expect(made.source.token?.startsWith('token_') ?? false).to.equal(save);
      expect(JSON.stringify(answer)).not.to.contain('token_');
    });
  }
});

describe('a token that comes back in an answer', () => {
  const token = 'token_{"data":"hush/hush"}';
  const play = async (body: unknown, status: number, source: SentMethod = by(token)) => {
    const it = await order();
    window.fetch = () => Promise.resolve(new Response(JSON.stringify(body), { status }));
    return fulfil(it, source);
  };

  it('that is a mobile number is masked in each writing, in errors and in what a payment says', async () => {
    const byStc: SentMethod = { kind: 'external', source: { type: 'stcpay', mobile: '0512345678' } };
    const written =
      '0512345678, +966512345678, 00966512345678, 966 51-234-5678, 512345678, +966 (0)51 234 5678';
    const message = `${written} are not registered`;
    const refused = await play(
      { type: 'invalid', message, errors: { 'source.mobile': [message] } },
      400,
      byStc,
    );
    if (refused.kind !== 'refused') throw new Error(refused.kind);
    const { error } = refused;
    expect(JSON.stringify([error.message, error.errors])).not.to.match(/5.?1.?2.?3.?4.?5.?6.?7/);
    expect(error.message).to.contain('••••••••78, ••••••••78');
    const source = { type: 'stcpay', mobile: '+966512345678', cashier_id: 512345678, message };
    const answer = { id: crypto.randomUUID(), status: 'failed', amount: 512345678, currency: 'SAR', source };
    window.fetch = fetch;
    const failed = await play(answer, 201, byStc);
    if (failed.kind !== 'payment') throw new Error(failed.kind);
    expect(JSON.stringify(failed.payment.source)).not.to.match(/5.?1.?2.?3.?4.?5.?6.?7/);
    expect(failed.payment.amount).to.equal(512345678);
  });

  it('is not carried on in an error', async () => {
    const echo = {
      type: token,
      message: `${token} is not known`,
      errors: { 'source.token': [token], base: token },
    };
    const answer = await play(echo, 400);
    if (answer.kind !== 'refused') throw new Error(answer.kind);
    const { error } = answer;
    expect(JSON.stringify([error, error.message, error.errors, error.type])).not.to.contain('hush');
    expect(error.message).to.contain('token_… is not known');
  });

  it('is not carried on beside a mobile number, which is masked as well', async () => {
    const both = by(token, { mobile: '0512345678' });
    const answer = await play({ type: 'invalid', message: `no ${token} for 0512345678` }, 400, both);
    if (answer.kind !== 'refused') throw new Error(answer.kind);
    expect(answer.error.message).to.contain('no token_… for ••••••••78');
  });

  it('is not carried on in a payment, wherever it stands', async () => {
    const payment = {
      id: 'p',
      status: 'failed',
      metadata: { a: token },
      source: { token, message: `no ${token}` },
    };
    expect(await play(payment, 201)).to.deep.equal({
      kind: 'payment',
      payment: { id: 'p', status: 'failed', metadata: { a: 'token_…' }, source: { message: 'no token_…' } },
    });
  });

  it('leaves the answer readable where it is a word of the answer', async () => {
    for (const word of ['paid', 'authorized', 'status'])
      expect((await play({ id: 'p', status: 'paid' }, 201, by(word))).kind).to.equal('payment');
  });

  const payment = { id: 'p1', status: 'paid', source: { message: 'APPROVED', token } };
  const redacted = { id: 'p1', status: 'paid', source: { message: 'APPROVED' } };

  it('is not carried on from what the merchant’s server answers', async () => {
    const answers = (status: number, body: unknown) => {
      window.fetch = () => Promise.resolve(new Response(JSON.stringify(body), { status }));
    };
    answers(200, payment);
    expect(await fetchStatus({ kind: 'url', url: 'https://shop.example/status' }, 'p1')).to.deep.equal(
      redacted,
    );
    answers(409, { type: 'order_paid', payment });
    const blocked = await fetchIntent({ kind: 'checkout', url: 'https://shop.example/intent' });
    expect(blocked).to.deep.equal({ kind: 'blocked-by-order', payment: redacted });
  });

  it('is not carried on from a function of the page, whose object stays as it is', async () => {
    const own = structuredClone(payment);
    const answer = await fetchStatus({ kind: 'function', fetchStatus: () => Promise.resolve(own) }, 'p1');
    expect(answer).to.deep.equal(redacted);
    expect(own).to.deep.equal(payment);
  });
});
