import { expect } from 'chai';
import { describe, it } from 'node:test';
import type { Purchase } from '../../../src/element/checkout/purchase.js';
import { ParentLink } from '../../../src/element/frame/iframe/parent-link.js';
import { IframeAttemptStore } from '../../../src/element/frame/iframe/parent-ports.js';
import type { FromFrame } from '../../../src/element/frame/protocol.js';

describe('the attempt store of a form in a frame', () => {
  it('asks the page again if something was saved before the answer came', async (t) => {
    const { port1: framePort, port2: pagePort } = new MessageChannel();
    t.after(() => framePort.close());
    const store = new IframeAttemptStore(new ParentLink(framePort, () => undefined));
    const purchase = { key: 'k', name: 'n', namedBy: 'reference' } as unknown as Purchase;
    const asked: string[] = [];
    let stage = 'sent';
    pagePort.onmessage = ({ data }: MessageEvent<FromFrame>) => {
      asked.push(data.type);
      if (data.type === 'save') stage = data.stage;
      if (data.type !== 'peek') return;
      const entry = { paymentId: 'p1', stage, at: 1, returned: false, givenUp: false };
      // The page has read its store; meanwhile the service answers in the frame.
      if (stage === 'sent') store.save(purchase, 'p1', 'waiting');
      pagePort.postMessage({
        type: 'value',
        requestId: data.requestId,
        value: { isLockedElsewhere: false, entry },
      });
    };
    store.setCurrent('1', undefined);
    store.read(purchase);
    const { entry } = await store.peek(purchase);
    expect(entry?.stage).to.equal('waiting');
    expect(store.read(purchase)?.stage).to.equal('waiting');
    expect(asked).to.deep.equal(['peek', 'save', 'peek']);
  });

  it('keeps a payment as paid, which another tab has learned, until the merchant’s server has named another end', async (t) => {
    const { port1: framePort, port2: pagePort } = new MessageChannel();
    t.after(() => framePort.close());
    const store = new IframeAttemptStore(new ParentLink(framePort, () => undefined));
    const purchase = { key: 'k', name: 'n', namedBy: 'reference' } as unknown as Purchase;
    const saved = new Promise<FromFrame>((resolve) => {
      pagePort.onmessage = ({ data }: MessageEvent<FromFrame>) => resolve(data);
    });
    store.setCurrent('1', { paymentId: 'p1', stage: 'paid', at: 1, returned: false });
    store.read(purchase);
    store.save(purchase, 'p1', 'waiting');
    expect(store.read(purchase)?.stage).to.equal('paid');
    store.save(purchase, 'p1', 'free', true);
    expect(store.read(purchase)?.stage).to.equal('free');
    expect(await saved).to.include({ type: 'save', stage: 'free', replacesPaid: true });
  });
});
