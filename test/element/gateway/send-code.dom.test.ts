import { expect } from 'chai';
import type { Attempt } from '../../../src/element/checkout/ports.js';
import { fulfil } from '../../../src/element/gateway/fulfil.js';
import { sendCode } from '../../../src/element/gateway/send-code.js';
import { byStc, secretConfig } from '../checkout/world.js';

const paymentId = '11111111-1111-4111-8111-111111111111';
const codeUrl = 'https://apimig.example.com/v1/stc_pays/1/proceed?otp_token=secret_1';
const source = { type: 'stcpay', mobile: '0512345678', transaction_url: codeUrl, message: null };
const open = { id: paymentId, status: 'initiated', amount: 10_000, currency: 'SAR', source };

/** What the network does with the one request that it gets. */
interface Network {
  readonly requests: Request[];
  answer: () => Promise<Response>;
}

const json = (body: unknown, status = 201) => new Response(JSON.stringify(body), { status });

describe('STC Pay at the gateway', () => {
  const { fetch } = window;
  let network: Network;
  beforeEach(() => {
    network = { requests: [], answer: () => Promise.resolve(json(open)) };
    window.fetch = (input, init) => {
      network.requests.push(new Request(input, init));
      return network.answer();
    };
  });
  afterEach(() => void (window.fetch = fetch));

  const pay = async (body: unknown, over: Partial<Attempt> = {}) => {
    network.answer = () => Promise.resolve(json(body));
    const attempt: Attempt = {
      paymentId,
      intent: { id: 'i1', clientSecret: 'pi_secret_hush' },
      config: secretConfig,
      previousTry: 'never-sent',
      ...over,
    };
    return fulfil(attempt, byStc as Extract<typeof byStc, { kind: 'external' }>);
  };

  for (const [what, over] of [
    ['authorized without being captured', { config: { ...secretConfig, manual: true } }],
    ['split', { config: { ...secretConfig, splits: [{}] } }],
    [
      'authorized, by the merchant’s server',
      { intent: { id: 'i1', clientSecret: 'pi_secret_hush', terms: { manual: true } } },
    ],
  ] as const) {
    it(`sends no payment that is to be ${what}`, async () => {
      expect(await pay(open, over)).to.have.nested.property('error.code', 'configuration');
      expect(network.requests).to.deep.equal([]);
    });
  }

  it('hands the address that takes the code over once, and in no payment', async () => {
    const answer = await pay(open);
    expect(answer).to.include({ kind: 'payment', codeUrl });
    if (answer.kind !== 'payment') return;
    expect(JSON.stringify(answer.payment)).not.to.contain('secret_1').and.not.to.contain('051234');
    expect(answer.payment.source).to.include({ type: 'stcpay', mobile: '••••••••78' });
  });

  for (const address of [
    'https://api.example.com.evil.example/proceed',
    'https://evil.example/v1/stc_pays/1/proceed',
    'http://api.example.com/v1/stc_pays/1/proceed',
    'https://user:word@api.example.com/v1/stc_pays/1/proceed',
    'javascript:alert(1)',
    'initiated',
    '',
    7,
    null,
  ]) {
    it(`knows no address that takes the code where the service’s answer has ${String(address)}`, async () => {
      const answer = await pay({ ...open, source: { ...source, transaction_url: address } });
      expect(answer).to.have.nested.property('payment.status', 'initiated');
      expect(answer).not.to.have.property('codeUrl');
    });
  }

  for (const [where, more] of Object.entries({
    'the payment': { transaction_url: codeUrl },
    'a list': { links: [{ href: codeUrl }] },
    'a name': { [codeUrl]: 1 },
    'its words': { source: { ...source, message: `Confirm at ${codeUrl}.` } },
    'a field for its token': { source: { ...source, otp_token: 'secret_1' } },
    'another address': { source: { ...source, url: 'https://pay.example/?otp_token=secret_1' } },
  }))
    it(`hands over no address that the service’s answer repeats in ${where}`, async () => {
      const answer = await pay({ ...open, ...more });
      expect(answer).to.include({ kind: 'payment', codeUrl });
      expect(JSON.stringify({ ...answer, codeUrl: '' })).not.to.contain('secret_1');
    });

  it('takes the address as it is, whatever of the answer it repeats', async () => {
    const address = `https://api.example.com/proceed?type=stcpay&mobile=0512345678&status=initiated&id=${paymentId}`;
    const answer = await pay({ ...open, source: { ...source, transaction_url: address } });
    expect(answer).to.include({ kind: 'payment', codeUrl: address });
    if (answer.kind !== 'payment') return;
    expect(answer.payment).to.include({ id: paymentId, status: 'initiated' });
    expect(answer.payment.source).to.include({ type: 'stcpay' });
  });

  for (const query of [
    'otp_channel=stcpay&otp_token=secret_1',
    'otp_state=initiated&otp_token=secret_1',
    'token_type=bearer&otp_token=secret_1',
    'session_token=another-one&otp_token=secret_1',
  ])
    it(`takes each token of the address out of the answer, and nothing else: ${query}`, async () => {
      const address = `https://api.example.com/proceed?${query}`;
      const repeating = {
        ...source,
        transaction_url: address,
        otp_token: 'secret_1',
        session: 'another-one',
      };
      const answer = await pay({ ...open, source: repeating });
      expect(answer).to.include({ kind: 'payment', codeUrl: address });
      expect(answer).to.have.nested.property('payment.status', 'initiated');
      expect(answer).to.have.nested.property('payment.source.type', 'stcpay');
      expect(answer).to.have.nested.property('payment.source.otp_token', '…');
      expect(answer).to.have.nested.property(
        'payment.source.session',
        query.includes('another-one') ? '…' : 'another-one',
      );
    });

  it('knows no address that takes the code in the payment of a card', async () => {
    const answer = await pay({ ...open, source: { ...source, type: 'creditcard' } });
    expect(answer).not.to.have.property('codeUrl');
  });

  it('reads what the code came to where the service writes the id in capital letters', async () => {
    const id = 'aaaaaaaa-1111-4111-8111-11111111111b';
    network.answer = () => Promise.resolve(json({ ...open, id: id.toUpperCase(), status: 'paid' }));
    const answer = await sendCode(secretConfig, id, codeUrl, '123456');
    expect(answer).to.have.property('payment').that.includes({ id, status: 'paid' });
  });

  it('posts the code once, without a key, a cookie or a referrer, and follows no redirect', async () => {
    network.answer = () => Promise.resolve(json({ ...open, status: 'paid' }, 200));
    const answer = await sendCode(secretConfig, paymentId, codeUrl, '123456');
    expect(answer).to.have.nested.property('payment.status', 'paid');
    const [request, ...more] = network.requests;
    expect(more).to.have.length(0);
    expect(request).to.include({
      method: 'POST',
      url: codeUrl,
      credentials: 'omit',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      cache: 'no-store',
    });
    expect([...(request?.headers.keys() ?? [])]).to.have.members(['accept', 'content-type']);
    expect(await request?.json()).to.deep.equal({ otp_value: '123456' });
  });

  for (const [what, body, status] of [
    ['wrong code', { ...open, status: 'failed', source: { ...source, message: 'Invalid OTP' } }, 'failed'],
    ['payment that is still open', open, 'initiated'],
  ] as const) {
    it(`answers a ${what} by the payment, without the address`, async () => {
      network.answer = () => Promise.resolve(json(body, 200));
      const answer = await sendCode(secretConfig, paymentId, codeUrl, '123456');
      expect(answer).to.have.nested.property('payment.status', status);
      expect(JSON.stringify(answer)).not.to.contain('secret_1');
    });
  }

  for (const [where, more] of Object.entries({
    'its words': { source: { ...source, message: 'OTP123456 is wrong' } },
    'a list of errors': { errors: { otp: ['no 123456'] } },
    'a field': { otp_value: '123456' },
    'a number': { source: { ...source, otp_value: 123456 } },
    'an address': { source: { ...source, url: `${codeUrl}&otp_value=123456` } },
  }))
    it(`takes the code and its address out of an answer that repeats them in ${where}`, async () => {
      network.answer = () => Promise.resolve(json({ ...open, status: 'failed', ...more }, 200));
      const answer = await sendCode(secretConfig, paymentId, codeUrl, '123456');
      expect(answer).to.have.nested.property('payment.amount', 10_000);
      expect(JSON.stringify(answer)).not.to.match(/123456|secret_1/);
    });

  it('leaves what the page or the merchant’s server has sent, and the ids and amounts, as they are', async () => {
    const kept = { ...open, amount: 123456, status: 'paid', metadata: { order: '123456' } };
    network.answer = () => Promise.resolve(json(kept, 200));
    const answer = await sendCode(secretConfig, paymentId, codeUrl, '123456');
    expect(answer).to.have.property('payment').that.includes({ id: paymentId, amount: 123456 });
    expect(answer).to.have.nested.property('payment.metadata.order', '123456');
  });

  for (const [what, answer] of [
    ['a refusal, which proves nothing', () => Promise.resolve(json({ type: 'api_error' }, 400))],
    ['an address that is unknown', () => Promise.resolve(json({ type: 'record_not_found' }, 404))],
    ['another payment', () => Promise.resolve(json({ ...open, id: 'p9', status: 'paid' }, 200))],
    ['a payment with an error’s status', () => Promise.resolve(json({ ...open, status: 'paid' }, 500))],
    ['a page', () => Promise.resolve(new Response('<html>', { status: 200 }))],
    ['silence', () => Promise.reject(new TypeError('Failed to fetch'))],
  ] as const) {
    it(`has no answer to the code after ${what}`, async () => {
      network.answer = answer;
      expect(await sendCode(secretConfig, paymentId, codeUrl, '123456')).to.deep.equal({ kind: 'no-answer' });
      expect(network.requests).to.have.length(1);
    });
  }
});
