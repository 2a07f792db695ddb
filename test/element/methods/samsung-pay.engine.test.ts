import { expect } from 'chai';
import { aTimeout } from '@open-wc/testing-helpers';
import {
  canPayBySamsung,
  openSamsungPay,
  type SamsungPayPort,
} from '../../../src/element/methods/samsung-pay.js';
import { installSamsungPay, type FakeWallet } from '../../../src/entries/testing/wallets.js';
import { inPress } from './press.js';
import { known, later, openPorts, terms } from './sheets.js';

const port = () => (window as { SamsungPay?: SamsungPayPort }).SamsungPay;
const merchant = { serviceId: 'service-1', networks: terms.networks };
const all = { ...terms, ...merchant, orderNumber: 'a', pageHost: location.hostname };

/** What a page may have put in place of Samsung's script: what the form hears of its answer, and what it is told. */
async function openForged(loadPaymentSheet: () => Promise<unknown>) {
  const { ports, heard } = openPorts(known('success'));
  const told: string[] = [];
  class Client {
    isReadyToPay = async () => ({ result: true });
    loadPaymentSheet = loadPaymentSheet;
    notify = ({ status }: { status: string }) => void told.push(status);
  }
  openSamsungPay({ PaymentClient: Client }, all, ports);
  await aTimeout(0);
  return [heard, told];
}

describe('openSamsungPay', () => {
  let wallet: FakeWallet;
  beforeEach(() => (wallet = installSamsungPay()));
  afterEach(() => wallet.uninstall());

  const open = async (settle = known('success'), orderNumber: string = crypto.randomUUID()) => {
    const opened = openPorts(settle);
    const sheet = await inPress(() => openSamsungPay(port()!, { ...all, orderNumber }, opened.ports));
    return { ...opened, sheet };
  };

  it('shows the merchant, the price and the networks in Samsung’s words, without UnionPay', async () => {
    await open();
    expect(wallet.sheet).to.deep.equal({
      merchantName: 'Lamp Shop',
      amount: '200.00',
      currency: 'SAR',
      networks: ['mada', 'visa', 'mastercard', 'amex'],
    });
  });

  it('pays by the token, with the sheet’s order number as metadata', async () => {
    const { paid, heard } = await open(known('success'), 'order-7');
    expect(await wallet.approve()).to.equal('success');
    expect(heard).to.deep.equal(['pay', 'wait 25000']);
    const [{ source, metadata }] = paid as [(typeof paid)[0]];
    expect([source.type, metadata]).to.deep.equal(['samsungpay', { samsungpay_order_id: 'order-7' }]);
    expect(source['token']).to.match(/^fake\./);
  });

  it('reports a failure of a payment that is known to have failed', async () => {
    await open(known('failure'));
    expect(await wallet.approve()).to.equal('failure');
  });

  for (const [name, settle] of [
    ['unknown', known('unknown')],
    ['broken', () => Promise.reject(new Error('broken'))],
  ] as const)
    it(`gives no word about a payment that is ${name}`, async () => {
      const { isWaiting } = await open(settle);
      const end = wallet.approve();
      await aTimeout(5);
      expect(isWaiting()).to.equal(false);
      wallet.expire();
      expect(await end).to.equal('expired');
    });

  it('gives no word if the answer takes 25 s, nor when it comes later', async () => {
    const { result, resolve } = later();
    const { passTime, isWaiting } = await open(() => result);
    const end = wallet.approve();
    while (!isWaiting()) await aTimeout(0);
    passTime();
    resolve('success');
    await aTimeout(0);
    wallet.expire();
    expect(await end).to.equal('expired');
  });

  it('reports the payer’s cancel, once, with what Samsung says of it', async () => {
    const { heard } = await open();
    wallet.cancel();
    await aTimeout(0);
    expect(heard).to.deep.equal(['cancel: Error: The payer has closed the sheet.']);
  });

  it('pays nothing after an abort, and reports the payment as failed to the sheet', async () => {
    const { heard, sheet } = await open();
    sheet?.abort();
    expect(await wallet.approve()).to.equal('failure');
    expect(heard).to.deep.equal([]);
  });

  it('reports an error if the sheet does not open outside a press, or opens twice', async () => {
    const outside = openPorts(known('success'));
    expect(openSamsungPay(port()!, all, outside.ports)).to.equal(undefined);
    await open();
    const { heard } = await open();
    for (const messages of [outside.heard, heard])
      expect(messages).to.deep.equal(['error: Samsung Pay did not open. Nothing was sent.']);
  });

  for (const credential of [undefined, {}, { '3DS': {} }, { '3DS': { data: '' } }, { '3DS': { data: 7 } }])
    it(`ends with an error if the wallet answers ${JSON.stringify(credential)}`, async () => {
      expect(await openForged(async () => credential)).to.deep.equal([
        ['error: Samsung Pay answered without a token. Nothing was sent.'],
        ['ERRED'],
      ]);
    });
});

describe('a SamsungPay', () => {
  it('whose promise answers twice pays once, and hears the result of that payment', async () => {
    const credential = { '3DS': { data: 'token' } };
    const twice = {
      then: (resolve: (credential: unknown) => void) => [resolve(credential), resolve(credential)],
    };
    const told = await openForged(() => twice as unknown as Promise<unknown>);
    expect(told).to.deep.equal([['pay', 'wait 25000'], ['CHARGED']]);
  });
});

describe('canPayBySamsung', () => {
  it('asks the wallet for the merchant’s service and networks', async () => {
    for (const isReady of [true, false]) {
      const wallet = installSamsungPay({ isReady });
      expect(await canPayBySamsung(port(), merchant)).to.equal(isReady);
      wallet.uninstall();
    }
  });

  it('is false without Samsung’s script, and if the wallet refuses the merchant', async () => {
    expect(await canPayBySamsung(undefined, merchant)).to.equal(false);
    const wallet = installSamsungPay();
    expect(await canPayBySamsung(port(), { ...merchant, serviceId: '' })).to.equal(false);
    expect(await canPayBySamsung(port(), { ...merchant, networks: ['unionpay'] })).to.equal(false);
    wallet.uninstall();
  });
});
