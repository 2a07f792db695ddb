import type { FulfilPaymentIntent } from '../../src/wire/payment-intent.js';
import { publishableKeyOf, sandboxClient } from '../sandbox-client.js';

export { cards, type SandboxIntent } from '../sandbox-client.js';

const engine = /Firefox|Chrome/.exec(navigator.userAgent)?.[0];
const name = engine === 'Firefox' ? 'firefox' : engine ? 'chromium' : 'webkit';

/** The real sandbox, which the test runner has started for this engine. */
export const baseUrl =
  document.querySelector<HTMLMetaElement>(`meta[name="sandbox-of-${name}"]`)?.content ?? '';

/** Each file of tests plays in a namespace of its own, so that files run side by side with faults of their own. */
const namespace = crypto.randomUUID();
export const publishableKey = publishableKeyOf(namespace);

export const {
  createIntent,
  readIntent,
  readPayment,
  createToken,
  readTokenOf,
  fault,
  saveCard,
  readToken,
  deleteToken,
  resetSandbox,
} = sandboxClient(baseUrl, namespace);

/** The bodies that a page sends to fulfil intents, in order; the requests go on to the sandbox. */
export function watchFulfilments(): { readonly sent: FulfilPaymentIntent[]; restore(): void } {
  const sent: FulfilPaymentIntent[] = [];
  const { fetch } = window;
  window.fetch = (input, init) => {
    const url = String(input instanceof Request ? input.url : input);
    if (init?.method === 'POST' && /\/(fulfill|payments)$/.test(url)) {
      sent.push(JSON.parse(String(init.body)) as FulfilPaymentIntent);
    }
    return fetch(input, init);
  };
  return { sent, restore: () => void (window.fetch = fetch) };
}

/** For each test of a suite: a sandbox in which nothing was made, and the bodies that fulfil intents. */
export function watchEachTest(): { readonly sent: FulfilPaymentIntent[] } {
  let network: ReturnType<typeof watchFulfilments>;
  beforeEach(async () => {
    await resetSandbox();
    network = watchFulfilments();
  });
  afterEach(() => network.restore());
  return {
    get sent() {
      return network.sent;
    },
  };
}
