import { byId } from '../dom.js';
import { panel, type Panel } from '../panel.js';

/** Seconds between one question and the next, while the payment is not final. */
const waits = [0, 1, 2, 3, 5, 8];

const again = { href: '/demo/merchant/playground.html', text: 'New payment' };
const checking: Panel = {
  kind: 'open',
  title: 'Checking the payment …',
  text: 'The shop’s backend asks the payment service. What the address says is not believed.',
};

/** In place of the form, once the payer is back from the bank: what the shop's backend says of the payment. */
export async function showOutcome(paymentId: string): Promise<void> {
  byId('form').hidden = true;
  byId('state-line').hidden = true;
  byId('outcome').hidden = false;
  byId('outcome').replaceChildren(panel(checking));
  // On a phone it is further down.
  byId('stage').scrollIntoView({ block: 'center' });
  for (const seconds of waits) {
    await new Promise((passed) => setTimeout(passed, seconds * 1000));
    const found = await ask(paymentId).catch(() => undefined);
    if (!found) continue;
    byId('outcome').replaceChildren(panel(found));
    return;
  }
  const title = 'The payment is still open';
  const text = 'The bank has not answered yet. Reload this page to ask again.';
  byId('outcome').replaceChildren(panel({ kind: 'open', title, text, action: again }));
}

/** Undefined while nothing is final. */
async function ask(paymentId: string): Promise<Panel | undefined> {
  const response = await fetch(`/api/playground/status?id=${encodeURIComponent(paymentId)}`);
  if (response.status === 404)
    return {
      kind: 'bad',
      title: 'There is no such payment',
      text: 'The shop does not know it.',
      action: again,
    };
  const { status, source } = (await response.json()) as { status: string; source: { message?: string } };
  const detail = `Status “${status}”, as the service tells the shop’s backend`;
  switch (status) {
    case 'paid':
    case 'captured':
      return { kind: 'good', title: 'Paid', text: 'The money moved, once.', detail, action: again };
    case 'authorized':
      return { kind: 'good', title: 'Authorised', text: 'The amount is reserved.', detail, action: again };
    case 'failed':
      return {
        kind: 'bad',
        title: 'Declined',
        text: source.message ?? 'Nothing moved.',
        detail,
        action: again,
      };
    default:
      return undefined;
  }
}
