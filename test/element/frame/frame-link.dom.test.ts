import { fixture, html, oneEvent } from '@open-wc/testing-helpers';
import { expect } from 'chai';
import { FrameLink, type FrameLinkEvents } from '../../../src/element/frame/parent/frame-link.js';

const ignore = () => undefined;
const events: FrameLinkEvents = { opened: ignore, received: ignore, closed: ignore, unanswered: ignore };

/** A document of this page's own origin that says that it is a card form, and answers with the types of what it got. */
const impostor = `<script>
  const received = [];
  onmessage = ({ data }) => {
    if (data === 'what did you get?') parent.postMessage({ received }, '*');
    else received.push(data.type);
  };
  parent.postMessage({ type: 'pay-checkout:here', document: 7, loaded: true }, '*');
</script>`;

/** Opens a link to a frame at a URL, lets the frame navigate to the impostor, and returns what the impostor has received. */
async function receive(url: string): Promise<readonly string[]> {
  const host = await fixture<HTMLElement>(html`<div><div id="container"></div></div>`);
  const link = new FrameLink(host, host.querySelector('#container')!, events);
  link.open(new URL(url));
  const { iframe } = link;
  iframe!.srcdoc = impostor;
  for (;;) {
    const { data }: MessageEvent = await oneEvent(window, 'message');
    if (data.type === 'pay-checkout:here') iframe!.contentWindow!.postMessage('what did you get?', '*');
    if (data.received) {
      link.close();
      return data.received;
    }
  }
}

describe('FrameLink', () => {
  it('greets a document of the origin that the page has set', async () => {
    expect(await receive(`${location.origin}/none.html`)).to.include('pay-checkout:greeting');
  });

  it('gives nothing to a document of any other origin that the frame has navigated to', async () => {
    expect(await receive('http://other.localhost/pay-frame.html')).to.deep.equal([]);
  });
});
