import { fixture, html, oneEvent } from '@open-wc/testing-helpers';
import { expect } from 'chai';
import { sendKeys } from '@web/test-runner-commands';
import * as lit from 'lit/html.js';
import { openDialog as openChallengeDialog } from '../../../src/element/challenge/challenge-dialog.js';
import { openWith } from '../../../src/element/challenge/index.js';
import { baseUrl } from '../sandbox.js';
import { sandboxClient } from '../../sandbox-client.js';
import { waitUntil } from '../../wait-until.js';
import { closeDialog, framed, openDialog, paymentId, words, type Dialog } from './page.js';

const canceled = { kind: 'canceled' };

/** Expects that the dialog cannot be shown in the host, leaves nothing in it, and that the payer goes to the full page. */
async function expectFullPage(host: HTMLElement): Promise<void> {
  const root = host.attachShadow({ mode: 'open' });
  const language = { allMessages: { bank: words }, direction: 'ltr', tag: 'en' } as const;
  const challenge = { url: framed('says.html'), paymentId, hasStatusSource: true };
  expect(() => openChallengeDialog(root, { lit, ...challenge, ...language, messages: words })).to.throw();
  expect([root.childElementCount, root.adoptedStyleSheets.length]).to.deep.equal([0, 0]);
  expect(await openWith(lit)(host, challenge, language as never)).to.equal(challenge.url);
  expect([root.childElementCount, root.adoptedStyleSheets.length]).to.deep.equal([0, 0]);
}

afterEach(closeDialog);

describe('the bank’s page in a dialog', () => {
  it('is modal, and named in the language of the page', async () => {
    const dialog = await openDialog({ tag: 'ar-SA', direction: 'rtl' });
    const { element, frame } = dialog;
    expect(element.matches(':modal')).to.equal(true);
    expect(element.getAttribute('aria-labelledby')).to.equal(dialog.find('h2').id);
    expect(dialog.find('h2').textContent).to.equal(words.title);
    expect(dialog.find('h2').checkVisibility()).to.equal(true);
    expect([element.lang, element.dir]).to.deep.equal(['ar-SA', 'rtl']);
    expect(frame.title).to.equal(words.title);
    expect(frame.hasAttribute('sandbox')).to.equal(false);
  });

  it('puts its first text into a region that is in the page, since screen readers announce only that', async () => {
    const host = await fixture<HTMLElement>(html`<div></div>`);
    const root = host.attachShadow({ mode: 'open' });
    const changes = new MutationObserver(() => undefined);
    changes.observe(root, { childList: true, subtree: true });
    const { close } = openChallengeDialog(root, {
      ...{ lit, paymentId, messages: words, direction: 'ltr', tag: 'en' },
      url: framed('says.html'),
    });
    const changed = changes.takeRecords().map(({ target }) => target);
    close();
    // The dialog comes first, and then the text.
    expect(changed.map((target) => (target === root ? 'root' : (target as Element).role))).to.deep.equal([
      'root',
      'status',
    ]);
  });

  it('says that it opens until it is there, from a region that stays', async () => {
    const dialog = await openDialog();
    const region = dialog.find('[role="status"]');
    expect(dialog.statusText).to.equal(words.loading);
    await dialog.loaded();
    expect(dialog.statusText).to.equal('');
    expect(dialog.find('[role="status"]')).to.equal(region);
  });

  it('is not told from a page that does not come: after a while that is said, and the full page is offered', async () => {
    // A frame that is opened brings no key, so it is in the sandbox's first world.
    const { resetSandbox, fault } = sandboxClient(baseUrl);
    await resetSandbox();
    await fault('delay', 'status');
    const dialog = await openDialog({ url: `${baseUrl}/payments/none`, loadTimeoutMs: 50 });
    const plain = getComputedStyle(dialog.button(words.fullPage)).backgroundColor;
    await waitUntil(() => dialog.statusText === words.slow);
    const { backgroundColor } = getComputedStyle(dialog.button(words.fullPage));
    expect(backgroundColor).not.to.equal(plain);
  });

  it('does not say so of a page that came', async () => {
    const loadTimeoutMs = 200;
    const dialog = await openDialog({ loadTimeoutMs });
    // Of two timers of one length the first one set is the first to ring.
    const over = new Promise((resolve) => setTimeout(resolve, loadTimeoutMs));
    await Promise.all([dialog.loaded(), over]);
    expect(dialog.statusText).to.equal('');
  });

  it('is said not to open at once where the page’s own policy has no room for it, and needs no other exception', async () => {
    const page = await fixture<HTMLIFrameElement>(html`<iframe src=${framed('strict.html')}></iframe>`);
    const statusText = () =>
      page.contentDocument?.querySelector('#host')?.shadowRoot?.querySelector('[role="status"]')?.textContent;
    await waitUntil(() => statusText() === words.slow);
    const dialog = page.contentDocument!.querySelector('#host')!.shadowRoot!.querySelector('dialog')!;
    expect(dialog.open).to.equal(true);
    expect(page.contentWindow!.getComputedStyle(dialog).flexDirection).to.equal('column');
  });

  it('is not said to stay away because the page’s policy blocks the frame of an advertisement', async () => {
    const page = await fixture<HTMLIFrameElement>(
      html`<iframe src=${framed('advertisement.html')}></iframe>`,
    );
    await waitUntil(() => page.contentDocument?.title === 'blocked');
    const root = page.contentDocument!.querySelector('#host')!.shadowRoot!;
    expect(root.querySelector('[role="status"]')?.textContent).to.equal('');
  });

  it('is not opened where the page shows nothing of its element: nobody could leave a dialog that nobody sees', async () => {
    for (const style of ['display: none', 'content-visibility: hidden'])
      await expectFullPage(await fixture<HTMLElement>(html`<div style=${style}></div>`));
  });

  it('is not opened in an element that is in no page, and leaves nothing in it', async () => {
    await expectFullPage(document.createElement('div'));
  });

  it('is seen and takes presses in an element that the page makes invisible, or closed to the pointer, while it pays', async () => {
    const dialog = await openDialog();
    (dialog.root.host as HTMLElement).style.cssText = 'visibility: hidden; pointer-events: none';
    for (const part of [dialog.frame, dialog.button(words.cancel)]) {
      const { visibility, pointerEvents } = getComputedStyle(part);
      expect([visibility, pointerEvents]).to.deep.equal(['visible', 'auto']);
    }
  });

  it('leaves neither dialog nor style behind', async () => {
    const dialog = await openDialog();
    expect(dialog.root.adoptedStyleSheets).to.have.length(1);
    dialog.challenge.close();
    expect(dialog.root.adoptedStyleSheets).to.deep.equal([]);
    expect(dialog.root.querySelectorAll('dialog')).to.have.length(0);
  });

  it('takes no room in an element that a page makes a grid with gaps', async () => {
    const dialog = await openDialog();
    const host = dialog.root.host as HTMLElement;
    host.style.cssText = 'display: grid; gap: 24px';
    const { height } = host.getBoundingClientRect();
    dialog.challenge.close();
    expect(height).to.equal(host.getBoundingClientRect().height);
  });

  it('leaves the root’s other sheets alone, also those that came later', async () => {
    const dialog = await openDialog();
    const [other, later] = [new CSSStyleSheet(), new CSSStyleSheet()];
    dialog.root.adoptedStyleSheets = [other, ...dialog.root.adoptedStyleSheets, later];
    dialog.challenge.close();
    expect([...dialog.root.adoptedStyleSheets]).to.deep.equal([other, later]);
  });
});

describe('the focus', () => {
  it('goes to the title, and on to the bank’s page once that is there', async () => {
    const dialog = await openDialog();
    expect(dialog.active).to.equal(dialog.find('h2'));
    await dialog.loaded();
    expect(dialog.active).to.equal(dialog.frame);
  });

  it('stays where the payer has put it when the bank’s page comes', async () => {
    const dialog = await openDialog();
    dialog.button(words.fullPage).focus();
    await dialog.loaded();
    expect(dialog.active).to.equal(dialog.button(words.fullPage));
  });

  it('cannot go to the page behind', async () => {
    const dialog = await openDialog();
    dialog.before.focus();
    expect(dialog.active).not.to.equal(dialog.before);
  });

  it('comes back to what had it inside the element', async () => {
    const dialog = await openDialog();
    await dialog.loaded();
    dialog.challenge.close();
    expect(dialog.active).to.equal(dialog.before);
  });

  it('comes back to what had it elsewhere in the page', async () => {
    const elsewhere = await fixture<HTMLButtonElement>(html`<button>Elsewhere</button>`);
    const dialog = await openDialog({}, elsewhere);
    expect(document.activeElement).to.equal(dialog.root.host);
    dialog.button(words.fullPage).click();
    expect(document.activeElement).to.equal(elsewhere);
  });
});

describe('leaving the bank’s page', () => {
  for (const [how, leave] of [
    ['Escape', () => sendKeys({ press: 'Escape' })],
    ['Cancel', (dialog: Dialog) => dialog.button(words.cancel).click()],
  ] as const) {
    it(`asks first: ${how}`, async () => {
      const dialog = await openDialog();
      await dialog.loaded();
      dialog.button(words.cancel).focus();
      expect(dialog.isAskingToStop).to.equal(false);
      await leave(dialog);
      expect(dialog.isAskingToStop).to.equal(true);
      expect(dialog.isOpen).to.equal(true);
      const keep = dialog.button(words.keep);
      expect(dialog.active).to.equal(keep);
      expect(dialog.find('[role="group"]').textContent).to.contain(words.ask);
      expect(dialog.frame.inert).to.equal(true);
    });
  }

  it('is taken back by “Keep going”, which goes on at the bank', async () => {
    const dialog = await openDialog();
    await dialog.loaded();
    dialog.button(words.cancel).click();
    dialog.button(words.keep).click();
    expect(dialog.isAskingToStop).to.equal(false);
    expect(dialog.frame.inert).to.equal(false);
    expect(dialog.active).to.equal(dialog.frame);
    expect(dialog.isOpen).to.equal(true);
  });

  it('is taken back by Escape, however often', async () => {
    const dialog = await openDialog();
    await dialog.loaded();
    const seen: boolean[] = [];
    for (let times = 0; times < 6; times++) {
      // In the bank's page the key is the bank's.
      if (!dialog.isAskingToStop) dialog.button(words.cancel).focus();
      await sendKeys({ press: 'Escape' });
      seen.push(dialog.isOpen && dialog.isAskingToStop);
    }
    expect(seen).to.deep.equal([true, false, true, false, true, false]);
  });

  it('asks too when it is not a key that wants to close', async () => {
    const dialog = await openDialog();
    const wish = new Event('cancel', { cancelable: true });
    dialog.element.dispatchEvent(wish);
    expect(wish.defaultPrevented).to.equal(true);
    expect(dialog.isAskingToStop).to.equal(true);
  });

  it('ends as canceled with “Stop”', async () => {
    const dialog = await openDialog();
    dialog.button(words.cancel).click();
    dialog.button(words.stop).click();
    expect(await dialog.challenge.end).to.deep.equal(canceled);
    expect(dialog.isOpen).to.equal(false);
  });

  it('ends as canceled when the browser closes it without an answer', async () => {
    const dialog = await openDialog();
    const { element } = dialog;
    element.close();
    expect(await dialog.challenge.end).to.deep.equal(canceled);
    expect(element.isConnected).to.equal(false);
  });

  it('ends as canceled from outside, and once', async () => {
    const dialog = await openDialog();
    const closed = oneEvent(dialog.element, 'close');
    dialog.challenge.close();
    dialog.challenge.close();
    await closed;
    expect(await dialog.challenge.end).to.deep.equal(canceled);
  });

  it('ends as canceled when the element around it is gone', async () => {
    const dialog = await openDialog();
    dialog.root.host.remove();
    dialog.challenge.close();
    expect(await dialog.challenge.end).to.deep.equal(canceled);
  });

  for (const style of ['display: none', 'content-visibility: hidden'])
    it(`ends as canceled when the page hides the element around it by ${style}, because the page would stay out of reach`, async () => {
      const dialog = await openDialog();
      (dialog.root.host as HTMLElement).style.cssText = style;
      expect(await dialog.challenge.end).to.deep.equal(canceled);
      expect(dialog.isOpen).to.equal(false);
    });

  for (const zoom of [0.5, 2])
    it(`is within the window where the page has a zoom of ${zoom}`, async () => {
      const dialog = await openDialog();
      (dialog.root.host as HTMLElement).style.zoom = String(zoom);
      const { left, top, right, bottom } = dialog.element.getBoundingClientRect();
      // Before `currentCSSZoom`, WebKit measures in the pixels of what is zoomed.
      const scale = 'currentCSSZoom' in dialog.element ? 1 : zoom;
      expect(Math.min(left, top)).to.be.at.least(0);
      expect([right * scale <= innerWidth, bottom * scale <= innerHeight]).to.deep.equal([true, true]);
    });

  it('ends for the full page, also while it asks', async () => {
    const dialog = await openDialog();
    dialog.button(words.cancel).click();
    expect(dialog.button(words.fullPage).checkVisibility()).to.equal(true);
    dialog.button(words.fullPage).click();
    expect(await dialog.challenge.end).to.deep.equal({ kind: 'full-page' });
    expect(dialog.isOpen).to.equal(false);
  });
});
