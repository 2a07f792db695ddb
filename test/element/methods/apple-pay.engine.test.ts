import { expect } from 'chai';
import { aTimeout } from '@open-wc/testing-helpers';
import { canPayByApple, openApplePay, type ApplePayPort } from '../../../src/element/methods/apple-pay.js';
import {
  installApplePay,
  type FakeApplePayOptions,
  type FakeWallet,
} from '../../../src/entries/testing/wallets.js';
import { inPress } from './press.js';
import { known, later, openPorts, terms } from './sheets.js';

const merchantSession = () => ({
  merchantSessionIdentifier: crypto.randomUUID(),
  domainName: location.hostname,
  expiresAt: Date.now() + 300_000,
});

describe('openApplePay', () => {
  let wallet: FakeWallet;
  const install = (options?: FakeApplePayOptions) => (wallet = installApplePay(options));
  const port = () => (window as { ApplePaySession?: ApplePayPort }).ApplePaySession!;
  afterEach(() => wallet.uninstall());

  const open = async (
    settle = known('success'),
    validateMerchant: (url: string) => Promise<object> = async () => merchantSession(),
    more: Partial<typeof terms> = {},
  ) => {
    const opened = openPorts(settle);
    const sheet = await inPress(() =>
      openApplePay(port(), { ...terms, ...more }, { ...opened.ports, validateMerchant }),
    );
    return { ...opened, sheet };
  };

  it('shows the merchant, the price and the networks in Apple’s words', async () => {
    install();
    await open();
    expect(wallet.sheet).to.deep.equal({
      merchantName: 'Lamp Shop',
      amount: '200.00',
      currency: 'SAR',
      networks: ['mada', 'visa', 'masterCard', 'amex', 'chinaUnionPay'],
    });
  });

  for (const [amount, currency, text] of [
    [100, 'SAR', '1.00'],
    [1234, 'KWD', '1.234'],
    [5, 'KWD', '0.005'],
    [500, 'JPY', '500'],
  ] as const)
    it(`writes ${amount} ${currency} as ${text}`, async () => {
      install();
      await open(undefined, undefined, { price: { amount, currency } });
      expect(wallet.sheet?.amount).to.equal(text);
    });

  it('asks for the merchant session by Apple’s address, and pays by the whole token', async () => {
    install();
    const urls: string[] = [];
    const { paid, heard } = await open(known('success'), async (url) => {
      urls.push(url);
      return merchantSession();
    });
    expect(await wallet.approve()).to.equal('success');
    expect(urls).to.deep.equal(['https://apple-pay-gateway.apple.com/paymentservices/startSession']);
    expect(heard).to.deep.equal(['pay', 'wait 25000']);
    const { type, token } = paid[0]!.source as unknown as { type: string; token: string };
    expect(type).to.equal('applepay');
    expect(Object.keys(JSON.parse(token) as object)).to.deep.equal([
      'paymentData',
      'paymentMethod',
      'transactionIdentifier',
    ]);
  });

  it('reports a failure of a payment that is known to have failed', async () => {
    install();
    await open(known('failure'));
    expect(await wallet.approve()).to.equal('failure');
  });

  it('claims nothing about a payment that nothing is known of', async () => {
    install();
    await open(known('unknown'));
    expect(await wallet.approve()).to.equal('aborted');
    await open(() => Promise.reject(new Error('broken')));
    expect(await wallet.approve()).to.equal('aborted');
  });

  it('claims nothing if the answer takes 25 s, and a later answer changes nothing', async () => {
    install();
    const { result, resolve } = later();
    const { passTime, isWaiting } = await open(() => result);
    const end = wallet.approve();
    while (!isWaiting()) await aTimeout(0);
    passTime();
    expect(await end).to.equal('aborted');
    resolve('success');
    await aTimeout(0);
    expect(wallet.sheet).to.equal(undefined);
  });

  it('reports the payer’s cancel before the authorisation, once', async () => {
    install();
    const { heard, sheet } = await open();
    wallet.cancel();
    sheet?.abort();
    expect(heard).to.deep.equal(['cancel']);
  });

  it('reports a sheet that closes after the authorisation, and no cancel: the payment may exist', async () => {
    install();
    const { result, resolve } = later();
    const { heard, isWaiting } = await open(() => result);
    const end = wallet.approve();
    while (!isWaiting()) await aTimeout(0);
    wallet.expire();
    expect(await end).to.equal('expired');
    resolve('success');
    await aTimeout(0);
    expect(heard).to.deep.equal(['pay', 'wait 25000', 'closed']);
  });

  it('ends with an error if no merchant session comes, and sends nothing', async () => {
    install();
    const { heard } = await open(known('success'), () => Promise.reject(new Error('no domain')));
    expect(await wallet.ended).to.equal('aborted');
    expect(heard).to.deep.equal(['error: Apple Pay did not get its merchant session. Nothing was sent.']);
  });

  it('counts a merchant session that Apple refuses as closed by the payer', async () => {
    install();
    const { heard } = await open(known('success'), async () => ({
      ...merchantSession(),
      domainName: 'other',
    }));
    expect(await wallet.ended).to.equal('canceled');
    expect(heard).to.deep.equal(['cancel']);
  });

  it('does not pay after an abort, whatever comes from the sheet', async () => {
    install();
    let answer: (session: object) => void = () => undefined;
    const { heard, sheet } = await open(known('success'), () => new Promise((resolve) => (answer = resolve)));
    await aTimeout(5);
    sheet?.abort();
    answer(merchantSession());
    await aTimeout(0);
    expect([heard, wallet.sheet]).to.deep.equal([[], undefined]);
  });

  it('ends without a word if it is aborted while the payment is made', async () => {
    install();
    const { result, resolve } = later();
    const { sheet, isWaiting } = await open(() => result);
    const end = wallet.approve();
    while (!isWaiting()) await aTimeout(0);
    sheet?.abort();
    expect(await end).to.equal('aborted');
    resolve('success');
    await aTimeout(0);
  });

  it('reports an error if the sheet does not open outside a press, or opens twice', async () => {
    install();
    const outside = openPorts(known('success'));
    const opened = openApplePay(port(), terms, {
      ...outside.ports,
      validateMerchant: async () => merchantSession(),
    });
    expect(opened).to.equal(undefined);
    expect(outside.heard).to.deep.equal(['error: Apple Pay did not open. Nothing was sent.']);
    await open();
    const { heard, sheet } = await open();
    expect([heard, sheet]).to.deep.equal([['error: Apple Pay did not open. Nothing was sent.'], undefined]);
    expect(wallet.opened).to.equal(1);
  });

  it('does not open after a wait in the press: the fake refuses it as Apple does', async () => {
    install();
    const { ports, heard } = openPorts(known('success'));
    await inPress(async () => {
      await aTimeout(0);
      openApplePay(port(), terms, { ...ports, validateMerchant: async () => merchantSession() });
    });
    expect(heard).to.deep.equal(['error: Apple Pay did not open. Nothing was sent.']);
  });
});

/** What a page, or an extension, may have put in place of the browser's own object: it calls back as the test says. */
class ForgedSession {
  static readonly STATUS_SUCCESS = 0;
  static readonly STATUS_FAILURE = 1;
  static canMakePayments = () => true;
  static supportsVersion = () => true;
  static newest: ForgedSession;
  readonly ends: string[] = [];
  onvalidatemerchant: (event: { readonly validationURL: string }) => void = () => undefined;
  onpaymentauthorized: (event: { readonly payment: { readonly token: unknown } }) => void = () => undefined;
  oncancel: () => void = () => undefined;
  constructor() {
    ForgedSession.newest = this;
  }
  begin = () => undefined;
  completeMerchantValidation = () => undefined;
  completePayment = ({ status }: { readonly status: number }) => void this.ends.push(`status ${status}`);
  abort = () => void this.ends.push('abort');
}

describe('a forged ApplePaySession', () => {
  const open = (settle = known('success')) => {
    const opened = openPorts(settle);
    const validateMerchant = async () => ({});
    openApplePay(ForgedSession as unknown as ApplePayPort, terms, { ...opened.ports, validateMerchant });
    return { ...opened, session: ForgedSession.newest };
  };
  const cyclic: Record<string, unknown> = {};
  cyclic['self'] = cyclic;

  for (const [what, event] of [
    ['no payment', {}],
    ['no token', { payment: {} }],
    ['a token that is no JSON', { payment: { token: cyclic } }],
  ] as const)
    it(`that answers with ${what} pays nothing, and the form can be used again`, async () => {
      const { heard, session } = open();
      session.onpaymentauthorized(event as never);
      await aTimeout(0);
      expect(heard).to.deep.equal(['error: Apple Pay answered without a token. Nothing was sent.']);
      expect(session.ends).to.deep.equal(['abort']);
    });

  it('that answers twice pays once', async () => {
    const { paid, session } = open();
    for (const id of ['a', 'b']) session.onpaymentauthorized({ payment: { token: { id } } });
    await aTimeout(0);
    expect(paid).to.have.length(1);
    session.onpaymentauthorized({ payment: { token: {} } });
    await aTimeout(0);
    expect([paid.length, session.ends]).to.deep.equal([1, ['status 0']]);
  });

  it('that answers after it was closed pays nothing', async () => {
    const { heard, session } = open();
    session.oncancel();
    session.onpaymentauthorized({ payment: { token: {} } });
    await aTimeout(0);
    expect(heard).to.deep.equal(['cancel']);
  });
});

describe('canPayByApple', () => {
  const cases: readonly [string, FakeApplePayOptions, boolean][] = [
    ['a device with a wallet', {}, true],
    ['a device without a wallet', { canMakePayments: false }, false],
    ['version 6', { version: 6 }, true],
    ['an older version', { version: 5 }, false],
  ];
  for (const [name, options, can] of cases)
    it(`is ${can} for ${name}`, () => {
      const wallet = installApplePay(options);
      expect(canPayByApple((window as { ApplePaySession?: ApplePayPort }).ApplePaySession)).to.equal(can);
      wallet.uninstall();
    });

  it('is false without Apple’s object, and on a page without https', () => {
    expect(canPayByApple(undefined)).to.equal(false);
    const insecure = new EventTarget() as Window;
    Object.assign(insecure, { isSecureContext: false, navigator });
    const wallet = installApplePay({ view: insecure });
    expect(canPayByApple((insecure as { ApplePaySession?: ApplePayPort }).ApplePaySession)).to.equal(false);
    wallet.uninstall();
  });
});
