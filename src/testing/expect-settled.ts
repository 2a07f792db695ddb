import type { Payment } from '../wire/payment.js';
import { onlySandbox } from './start-sandbox.js';
import type { SandboxDelivery, TestSandbox } from './test-sandbox.js';

/** An order as the shop has it. */
export interface ExpectedOrder {
  readonly id: string;
  /** In the smallest currency unit. */
  readonly amount: number;
  readonly currency: string;
  /** `authorized` for an order that is captured later; `paid` when omitted. */
  readonly verdict?: 'paid' | 'authorized' | undefined;
}

/**
 * Throws unless the order was paid exactly once, by the payer or by a charge without the payer, with its own amount and
 * currency, and the shop has taken each webhook message about the payment. First sends the messages that are due, so a test
 * need not wait. Resolves with the payment.
 *
 * The payments of an order are those whose return address names it, as the ones of `createCheckout` do, and those with
 * its id among their metadata.
 */
export async function expectSettled(
  order: ExpectedOrder,
  { sandbox = onlySandbox() }: { readonly sandbox?: TestSandbox | undefined } = {},
): Promise<Payment> {
  const { id, amount, currency, verdict = 'paid' } = order;
  await sandbox.flush();
  const payments = (await sandbox.payments()).filter((payment) => isFor(id, payment));
  const settled = payments.find(({ status }) => statusesByVerdict[verdict].includes(status));
  if (!settled) throw new Error(`Order ${id} is not ${verdict}: ${describeAll(payments)}`);
  const holding = payments.filter(holdsMoney);
  if (holding.length > 1)
    throw new Error(`Order ${id} was charged ${holding.length} times: ${describeAll(holding)}`);
  if (settled.amount !== amount || settled.currency !== currency)
    throw new Error(
      `Order ${id} is ${amount} ${currency}, and was paid with another sum: ${describe(settled)}`,
    );
  const refused = (await sandbox.deliveries()).filter(
    ({ status, data }) => data.id === settled.id && status !== 'delivered' && status !== 'canceled',
  );
  if (refused.length > 0)
    throw new Error(`Order ${id} is paid, and the shop has not taken the message: ${refused.map(answerOf)}`);
  return settled;
}

/** By which statuses an order is settled. */
const statusesByVerdict: Readonly<Record<'paid' | 'authorized', readonly string[]>> = {
  paid: ['paid', 'captured'],
  authorized: ['authorized'],
};

/** A payment that was refunded in full holds no money, such as a duplicate. After a partial refund, the rest is held. */
function holdsMoney({ status, amount, captured, refunded }: Payment): boolean {
  if (status === 'refunded') return (refunded ?? 0) < (captured || (amount ?? 0));
  return Object.values(statusesByVerdict).flat().includes(status);
}

function isFor(id: string, { callback_url: address, metadata }: Payment): boolean {
  if (Object.values(metadata ?? {}).includes(id)) return true;
  return Boolean(address) && new URL(address ?? '').searchParams.getAll('pay_order').at(-1) === id;
}

const describe = ({ id, status, amount, currency, source }: Payment) =>
  `${id} is ${status}, ${amount} ${currency}${source?.message ? ` (${source.message})` : ''}`;

const describeAll = (payments: readonly Payment[]) =>
  payments.length === 0 ? 'there is no payment for it.' : payments.map(describe).join('; ');

function answerOf({ url, event_type: type, attempts }: SandboxDelivery): string {
  const last = attempts.at(-1);
  const reason = last ? (last.response_code ?? last.message) : 'nothing was sent yet';
  return `${type} to ${url}: ${reason}`;
}
