import { fixtureSync, html, oneEvent } from '@open-wc/testing-helpers';
import { expect } from 'chai';
import { postReturn } from '../../../src/element/challenge/post-return.js';

const id = '11111111-1111-4111-8111-111111111111';
const page = (name: string) => new URL(`./framed/${name}`, import.meta.url).href;
const back = `${page('returned.html')}?order=7&id=${id}&status=paid`;

/** The same page from another origin: the test server answers to both names. */
function foreign(url: string): string {
  const other = new URL(url);
  other.hostname = other.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return other.href;
}

/** A page in a frame, once all of its script has run. */
async function show(url: string): Promise<HTMLIFrameElement> {
  const frame = fixtureSync<HTMLIFrameElement>(html`<iframe src=${url}></iframe>`);
  await oneEvent(frame, 'load');
  return frame;
}
const nextMessage = async () => (await oneEvent(window, 'message')) as MessageEvent<unknown>;

describe('the page that the payer comes back to', () => {
  it('tells the page around it, when that is of its own origin', async () => {
    const message = nextMessage();
    const frame = await show(back);
    const { data, source, origin } = await message;
    expect(data).to.deep.equal({ type: 'pay-checkout:returned', version: 1, paymentId: id, url: back });
    expect([source === frame.contentWindow, origin]).to.deep.equal([true, location.origin]);
  });

  it('tells one further out, past a page of another origin', async () => {
    const message = nextMessage();
    await show(`${foreign(page('around.html'))}?page=${encodeURIComponent(back)}`);
    expect((await message).data).to.include({ paymentId: id, url: back });
  });

  /** What a page that is loaded in a frame says before anything else does. */
  async function first(url: string): Promise<unknown> {
    const message = nextMessage();
    const frame = await show(url);
    // Messages arrive in the order in which they were sent.
    if (!frame.contentWindow) throw new Error('The frame is gone.');
    frame.contentWindow.addEventListener('message', () => window.postMessage('nothing', '*'));
    frame.contentWindow.postMessage('', '*');
    return (await message).data;
  }

  it('says nothing when the address is no way back', async () => {
    expect(await first(`${page('returned.html')}?order=7`)).to.equal('nothing');
  });

  it('says nothing when it is in no frame', async () => {
    const before = location.href;
    history.replaceState(null, '', `?id=${id}&status=paid`);
    postReturn();
    history.replaceState(null, '', before);
    const message = nextMessage();
    window.postMessage('nothing', '*');
    expect((await message).data).to.equal('nothing');
  });

  it('says nothing to another origin', async () => {
    const received: unknown[] = [];
    const record = (event: MessageEvent) => void received.push(event.data);
    window.addEventListener('message', record);
    await show(foreign(back));
    // The message of a second page, of this origin, shows that the first one's would have arrived by now.
    const second = nextMessage();
    await show(back);
    await second;
    window.removeEventListener('message', record);
    expect(received).to.deep.equal([{ type: 'pay-checkout:returned', version: 1, paymentId: id, url: back }]);
  });
});
