import type { Outcome } from '../../checkout/outcome.js';
import type { Payment } from '../../checkout/payment.js';
import type { FromFrame } from '../protocol.js';
import { protocolVersion } from '../protocol-version.js';
import { sendable } from '../sent-error.js';
import { FrameCheckout } from './frame-checkout.js';
import type { Allowed } from './allowed.js';
import { PageLink, type Order } from './page-link.js';
import { isToken, tokenNames } from './tokens.js';

/** Serves one page, over one port, for as long as this document is there. */
export function serve(port: MessagePort, { services }: Allowed): void {
  const element = new FrameCheckout();
  const link = new PageLink(port, (order) => obey(element, link, order));
  element.serve(link, services);
  tell(element, link);
  link.post({ type: 'hello', version: protocolVersion });
}

function obey(element: FrameCheckout, link: PageLink, order: Order): void {
  switch (order.type) {
    case 'configure': {
      element.take(order);
      if (!element.isConnected) document.body.append(element);
      return;
    }
    case 'look':
      look(element, order);
      return;
    case 'submit': {
      const { call } = order;
      element.submit().then(
        (outcome) => link.post({ type: 'settled', standing: element.standing, call, outcome: sent(outcome) }),
        (error: unknown) =>
          link.post({ type: 'rejected', standing: element.standing, call, error: sendable(error) }),
      );
      return;
    }
    case 'report':
      element.reportValidity();
      return;
    case 'reset':
      element.reset();
      return;
    case 'focus':
      element.focus();
      return;
    case 'came-back':
      element.back();
      return;
    default:
      order satisfies never;
  }
}

function look(element: FrameCheckout, told: Extract<Order, { type: 'look' }>): void {
  const { documentElement: root } = document;
  root.lang = told.lang;
  if (told.dir) root.dir = told.dir;
  else root.removeAttribute('dir');
  root.style.colorScheme = CSS.supports('color-scheme', told.colorScheme) ? told.colorScheme : '';
  root.style.fontSize = told.rem > 0 ? `${Math.min(told.rem, 100)}px` : '';
  for (const name of tokenNames) {
    const value = told.values[name] ?? '';
    if (value && isToken(name, value)) element.style.setProperty(name, value);
    else element.style.removeProperty(name);
  }
  element.say(told.messages);
}

/** Tells the page all that a page is told, and nothing else. */
function tell(element: FrameCheckout, link: PageLink): void {
  const post = (message: FromFrame) => link.post(message);
  const told = <T extends object>(message: T) => ({ ...message, standing: element.standing });
  element.addEventListener('pay-ready', () => post(told({ type: 'ready' })));
  element.addEventListener('pay-change', ({ detail }) => {
    const { complete, empty, brand, networks, fields } = detail;
    post(
      told({
        type: 'change',
        detail: { complete, empty, brand, networks: [...networks], fields: { ...fields } },
      }),
    );
  });
  element.addEventListener('pay-invalid', ({ detail }) =>
    post(told({ type: 'invalid', fields: detail.fields.map(({ field, code }) => ({ field, code })) })),
  );
  element.addEventListener('pay-error', ({ detail }) =>
    post(told({ type: 'error', error: sendable(detail.error) })),
  );
  // Where to go next is for the page to say and to do.
  element.addEventListener('pay-outcome', (event) => {
    event.preventDefault();
    post(told({ type: 'outcome', outcome: sent(event.detail.outcome) }));
  });
  element.addEventListener('pay-redirect', (event) => {
    event.preventDefault();
    const { url, payment } = event.detail;
    post(told({ type: 'redirect', url, payment: plain(payment) }));
  });
  element.addEventListener('pay-attempt', (event) => {
    const { paymentId, waitUntil } = event.detail;
    waitUntil(link.ask(told({ type: 'attempt', paymentId, key: element.purchaseKey })));
  });
  new ResizeObserver(() => element.measure()).observe(element);
}

const plain = (payment: Payment) => JSON.parse(JSON.stringify(payment)) as Payment;

function sent(outcome: Outcome): Extract<FromFrame, { type: 'outcome' }>['outcome'] {
  const { status, paymentId, payment } = outcome;
  return { status, paymentId, ...(payment ? { payment: plain(payment) } : {}) };
}
