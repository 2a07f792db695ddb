import { byId, make } from './dom.js';
import { currentWords, inEachLanguage } from './language.js';
import { fetchOrder, orderLines, orderNumber, type Order } from './order.js';
import { panel, type Panel } from './panel.js';
import { showTestCards } from './test-cards.js';
import { showThemes } from './themes.js';

function openCheckout(order: Order): void {
  const attributes = {
    'base-url': order.checkout.baseUrl,
    'publishable-key': order.checkout.publishableKey,
    'checkout-url': `/api/orders/${order.id}`,
    amount: String(order.amount),
    currency: order.currency,
    methods: 'creditcard stcpay',
    // A card that is kept becomes the customer's whose order it is. Whoever else pays for it is offered nothing.
    ...(order.savedCards && { 'save-card': 'offer' }),
  };
  // A property: a token is in no attribute.
  const { savedCards } = order;
  const place = byId('pay');
  // The server has written the tag, unless it could not ask the service. An order that is not payable has none.
  const isWritten = place.localName === 'pay-checkout';
  const checkout = isWritten ? place : make('pay-checkout', { id: 'pay' });
  Object.assign(checkout, { savedCards });
  for (const [name, value] of Object.entries(attributes)) checkout.setAttribute(name, value);
  if (!isWritten) place.replaceWith(checkout);
  showThemes(byId('form'));
  byId('form').hidden = false;
  byId('hint').hidden = false;
}

/** In place of the form, where there is nothing to pay now. */
function instead(order: Order | undefined): Panel | undefined {
  const words = currentWords();
  const toShop = { href: '/demo/merchant/shop.html', text: words.back };
  if (!order) return { kind: 'bad', title: words.noOrder, text: words.noOrderText, action: toShop };
  const { standing } = order;
  switch (standing.status) {
    case 'paid':
      return { kind: 'good', title: words.paid, text: words.paidText, action: toShop };
    case 'refunded':
      return { kind: 'open', title: words.refunded, text: words.refundedText, action: toShop };
    case 'pending':
      return standing.bankUrl
        ? {
            kind: 'open',
            title: words.bankWaits,
            text: words.bankWaitsText,
            action: { href: standing.bankUrl, text: words.toBank },
          }
        : {
            kind: 'open',
            title: words.stillChecking,
            text: words.stillCheckingText,
            action: { href: location.href, text: words.reload },
          };
    default:
      return undefined;
  }
}

function show(order: Order | undefined): void {
  const found = instead(order);
  byId('instead').replaceChildren(...(found ? [panel(found)] : []));
  byId('summary').hidden = !order;
  if (order)
    byId('lines').replaceChildren(
      make('p', { className: 'fine' }, currentWords().order(orderNumber(order))),
      orderLines(order),
    );
}

try {
  const order = await fetchOrder();
  if (order && !instead(order)) {
    openCheckout(order);
    inEachLanguage(() => showTestCards(byId('cards'), byId('numbers')));
  }
  inEachLanguage(() => show(order));
} catch {
  inEachLanguage(() => {
    const { offline, offlineText, reload } = currentWords();
    const action = { href: location.href, text: reload };
    byId('instead').replaceChildren(panel({ kind: 'bad', title: offline, text: offlineText, action }));
  });
}
byId('loading').remove();
