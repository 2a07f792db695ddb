import { secretConfig } from '../checkout/world.js';
import { fixtureSync, html, oneEvent } from '@open-wc/testing-helpers';
import { expect } from 'chai';
import { createReturnedMessage } from '../../../src/element/challenge/message.js';
import { fulfil } from '../../../src/element/gateway/fulfil.js';
import { cards, createIntent, publishableKey, baseUrl, readPayment, resetSandbox } from '../sandbox.js';
import { closeDialog, foreign, framed, openDialog, paymentId, type Dialog } from './page.js';

const url = `${framed('returned.html')}?id=${paymentId}&status=paid`;
const message = createReturnedMessage(paymentId, url);

/** Has a page post a message to this one, and waits until it has arrived. */
async function postFrom(page: Window | null, what: unknown): Promise<MessageEvent> {
  page?.postMessage(what, '*');
  return (await oneEvent(window, 'message')) as MessageEvent;
}

async function openLoaded(options: Parameters<typeof openDialog>[0] = {}): Promise<Dialog> {
  const dialog = await openDialog(options);
  await dialog.loaded();
  return dialog;
}

afterEach(closeDialog);

describe('the way back to the page that has the dialog', () => {
  it('is told by the page in the frame', async () => {
    const dialog = await openLoaded();
    await postFrom(dialog.frame.contentWindow, message);
    expect(await dialog.challenge.end).to.deep.equal({ kind: 'returned', url });
    expect(dialog.isOpen).to.equal(false);
  });

  it('is told from a frame in the frame, also through another origin', async () => {
    const inner = encodeURIComponent(url);
    for (const around of [framed('around.html'), foreign(framed('around.html'))]) {
      const dialog = await openDialog({ url: `${around}?page=${inner}` });
      expect(await dialog.challenge.end).to.deep.equal({ kind: 'returned', url });
    }
  });

  it('is seen by a page of the shop in the frame that says nothing, such as a login', async () => {
    const dialog = await openLoaded({ url: foreign(framed('says.html')) });
    const login = `${framed('says.html')}?login`;
    dialog.frame.src = login;
    expect(await dialog.challenge.end).to.deep.equal({ kind: 'returned', url: login });
    expect(dialog.isOpen).to.equal(false);
  });

  it('knows the payment in small and capital letters', async () => {
    const dialog = await openLoaded({ paymentId: paymentId.toUpperCase() });
    await postFrom(dialog.frame.contentWindow, message);
    expect(await dialog.challenge.end).to.deep.equal({ kind: 'returned', url });
  });

  it('ends it while it asks whether to stop', async () => {
    const dialog = await openLoaded();
    dialog.element.dispatchEvent(new Event('cancel', { cancelable: true }));
    expect(dialog.isAskingToStop).to.equal(true);
    await postFrom(dialog.frame.contentWindow, message);
    expect(await dialog.challenge.end).to.deep.equal({ kind: 'returned', url });
  });

  const untrue = [
    ['no object', 'pay-checkout:returned'],
    ['null', null],
    ['another type', { ...message, type: 'returned' }],
    ['another version', { ...message, version: 2 }],
    ['another payment', { ...message, paymentId: paymentId.replace('a', 'b') }],
    ['a payment that is no text', { ...message, paymentId: [paymentId] }],
    ['an address that is no text', { ...message, url: { href: url } }],
    ['no address', { type: message.type, version: 1, paymentId }],
    ['more than belongs to it', { ...message, status: 'paid' }],
    ['an address elsewhere', { ...message, url: 'https://elsewhere.example/' }],
    ['an address that runs', { ...message, url: 'javascript:alert(1)' }],
    ['a relative address', { ...message, url: '/back' }],
    ['an address that is none', { ...message, url: 'http://[' }],
  ] as const;
  it(`is not believed of a message with ${untrue.map(([what]) => what).join(', ')}`, async () => {
    const dialog = await openLoaded();
    for (const [what, data] of untrue) {
      const { source, origin } = await postFrom(dialog.frame.contentWindow, data);
      expect([source === dialog.frame.contentWindow, origin], what).to.deep.equal([true, location.origin]);
      expect(dialog.isOpen, what).to.equal(true);
    }
    await postFrom(dialog.frame.contentWindow, message);
    expect((await dialog.challenge.end).kind).to.equal('returned');
  });

  it('is not believed of another origin in the frame', async () => {
    const dialog = await openLoaded({ url: foreign(framed('says.html')) });
    const { source, origin } = await postFrom(dialog.frame.contentWindow, message);
    expect(source).to.equal(dialog.frame.contentWindow);
    expect(origin).to.equal(new URL(foreign(location.href)).origin);
    expect(dialog.isOpen).to.equal(true);
  });

  it('is not believed of another window', async () => {
    const other = fixtureSync<HTMLIFrameElement>(html`<iframe src=${framed('says.html')}></iframe>`);
    await oneEvent(other, 'load');
    const dialog = await openLoaded();
    const { source, origin } = await postFrom(other.contentWindow, message);
    expect([source === other.contentWindow, origin]).to.deep.equal([true, location.origin]);
    expect(dialog.isOpen).to.equal(true);
    // Nor of this one.
    await postFrom(window, message);
    expect(dialog.isOpen).to.equal(true);
  });

  it('is not listened for when it is over', async () => {
    const dialog = await openLoaded();
    dialog.challenge.close();
    await postFrom(window, message);
    expect(await dialog.challenge.end).to.deep.equal({ kind: 'canceled' });
  });

  it('leads from the bank’s answer through the merchant’s page out of the dialog', async () => {
    await resetSandbox();
    const { client_secret } = await createIntent({ callback_url: `${framed('returned.html')}?order=7` });
    const answer = await fulfil(
      {
        paymentId,
        intent: { id: undefined, clientSecret: client_secret },
        config: { ...secretConfig, baseUrl, publishableKey },
        previousTry: 'never-sent',
      },
      {
        kind: 'card',
        card: { number: cards.challenged, month: '12', year: '2030', cvc: '123', name: 'Sara Ali' },
        save: false,
      },
    );
    if (answer.kind !== 'payment') throw new Error(answer.kind);
    const { id, source } = answer.payment;
    // No script reaches into the bank's page: its form is sent from a page that one may reach into.
    const dialog = await openLoaded({ paymentId: id });
    const inside = dialog.frame.contentDocument!;
    const form = inside.createElement('form');
    form.method = 'post';
    form.action = new URL('set_auth_result', source?.transaction_url ?? '').href;
    const choice = inside.createElement('input');
    choice.name = 'auth_result';
    choice.value = 'AUTHENTICATED';
    form.append(choice);
    inside.body.append(form);
    form.submit();
    const end = await dialog.challenge.end;
    const back = new URL(end.kind === 'returned' ? end.url : '');
    expect(back.href.startsWith(`${framed('returned.html')}?order=7&id=${id}&status=paid`)).to.equal(true);
    expect(await readPayment(id)).to.include({ id, status: 'paid' });
  });
});
