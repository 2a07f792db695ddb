import { expect } from 'chai';
import type { SentMethod } from '../../../src/element/checkout/payment-method.js';
import { fulfil } from '../../../src/element/gateway/fulfil.js';
import { fetchIntent, fetchStatus } from '../../../src/element/gateway/merchant-api.js';
import { cards, resetSandbox, saveCard } from '../sandbox.js';
import { order } from './order.js';

const { fetch } = window;
afterEach(() => void (window.fetch = fetch));

const by = (token: string, more: object = {}): SentMethod => ({
  kind: 'external',
  source: { type: 'token', token, ...more },
});

describe('a payment by a token', () => {
  before(resetSandbox);

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
