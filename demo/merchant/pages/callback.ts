import { emptyBasket } from './basket.js';
import { byId, make } from './dom.js';
import { currentWords, inEachLanguage } from './language.js';
import { fetchOrder, orderLines, orderNumber, type Order } from './order.js';
import { panel, type Panel } from './panel.js';

type Finding = Order | 'none' | 'offline' | undefined;

/** Seconds between one question and the next, while the payment is not final. */
const waits = [1, 2, 3, 5, 8, 13];

let order: Finding;
let waited = false;

function describe(order: Finding): Panel {
  const words = currentWords();
  const toShop = { href: '/demo/merchant/shop.html', text: words.back };
  const again = { href: location.href, text: words.reload };
  if (order === undefined) return { kind: 'open', title: words.checking, text: words.checkingText };
  // The payment may be of an order that is not in this shop's database any more.
  if (order === 'none') return { kind: 'bad', title: words.noOrder, text: words.noOrderAsk, action: toShop };
  if (order === 'offline')
    return { kind: 'open', title: words.stillChecking, text: words.stillCheckingText, action: again };
  const checkout = `/demo/merchant/checkout.html?order=${order.id}`;
  const { standing } = order;
  switch (standing.status) {
    case 'paid':
      return { kind: 'good', title: words.paid, text: words.paidText, action: toShop };
    case 'refunded':
      return { kind: 'open', title: words.refunded, text: words.refundedText, action: toShop };
    case 'declined': {
      const detail = standing.message && words.bankMessage(standing.message);
      return {
        kind: 'bad',
        title: words.declined,
        text: words.declinedText,
        detail,
        action: { href: checkout, text: words.again },
      };
    }
    case 'open':
      return {
        kind: 'open',
        title: words.notPaid,
        text: words.notPaidText,
        action: { href: checkout, text: words.pay },
      };
    case 'pending':
      if (!waited) return { kind: 'open', title: words.checking, text: words.checkingText };
      return standing.bankUrl
        ? {
            kind: 'open',
            title: words.bankWaits,
            text: words.bankWaitsText,
            action: { href: standing.bankUrl, text: words.toBank },
          }
        : { kind: 'open', title: words.stillChecking, text: words.stillCheckingText, action: again };
    default:
      return standing satisfies never;
  }
}

function show(): void {
  byId('result').replaceChildren(panel(describe(order)));
  const known = typeof order === 'object' ? order : undefined;
  byId('summary').hidden = !known;
  if (known)
    byId('lines').replaceChildren(
      make('p', { className: 'fine' }, currentWords().order(orderNumber(known))),
      orderLines(known),
    );
}

/**
 * Only the shop's backend is asked. What the address says about the payment is display text that anybody can write.
 */
async function check(): Promise<void> {
  for (const seconds of [...waits, 0]) {
    waited = seconds === 0;
    order = await fetchOrder()
      .then((found) => found ?? 'none')
      .catch(() => 'offline' as const);
    if (typeof order === 'object' && order.standing.status === 'paid') emptyBasket();
    show();
    const open = order === 'offline' || (typeof order === 'object' && order.standing.status === 'pending');
    if (!open) return;
    if (!waited) await new Promise((passed) => setTimeout(passed, seconds * 1000));
  }
}

inEachLanguage(show);
await check();
