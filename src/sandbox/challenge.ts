import type { Context, Hono } from 'hono';
import { html } from 'hono/html';
import { applyAnswer, type ChallengeOption, answers } from './bank/answers.js';
import type { BankDecision } from './bank/cards.js';
import { formatAmount } from './bank/money.js';
import type { SandboxEnv } from './http/context.js';
import { page } from './pages/page.js';
import { type PaymentRow, buildPaymentView } from './payments/payment.js';
import { decidePayment } from './payments/transitions.js';
import { cardIn, settleToken, type TokenRow } from './tokens.js';
import type { World } from './world.js';

/** What a challenge is about: a payment, or a card that is to be saved. */
export interface ChallengeSubject {
  readonly isOpen: boolean;
  readonly status: string;
  readonly kind: 'payment' | 'card';
  /** Undefined for a card that is saved without a payment. */
  readonly amount: string | undefined;
  readonly number: string;
  /** Where the payer goes afterwards. */
  readonly back: string;
  answer(answer: ChallengeOption): void;
}

const buildCommon = (row: AuthenticatedRow) => ({
  isOpen: row.status === 'initiated',
  status: row.status,
  back: returnAddress(row),
});

/** The subject of the challenge with this name, if there is one. */
export function findChallenge(world: World, challenge: string): ChallengeSubject | undefined {
  const { store } = world;
  const payment = store.get<PaymentRow>('SELECT * FROM payments WHERE challenge = ?', challenge);
  if (payment)
    return {
      ...buildCommon(payment),
      kind: 'payment',
      amount: formatAmount(payment.amount, payment.currency),
      number: buildPaymentView(payment).source.number,
      answer: (answer) => {
        const decision = JSON.parse(payment.decision_json as string) as BankDecision;
        store.transaction(() => decidePayment(world, payment.id, applyAnswer(decision, answer)));
      },
    };

  const token = store.get<TokenRow>('SELECT * FROM tokens WHERE challenge = ?', challenge);
  if (!token) return undefined;
  const card = cardIn(token);
  return {
    ...buildCommon(token),
    kind: 'card',
    amount: undefined,
    number: card.number,
    answer: (answer) =>
      store.transaction(() => settleToken(world, token.id, applyAnswer(card.decision, answer))),
  };
}

/** A payment or a token whose authentication is over. */
export interface AuthenticatedRow {
  readonly id: string;
  readonly status: string;
  readonly message: string | null;
  readonly callback_url: string | null;
}

/** The merchant's callback_url with `id`, `status` and `message` added to whatever query it had. */
export function returnAddress({ id, status, message, callback_url: address }: AuthenticatedRow): string {
  const url = new URL(address as string);
  const added = new URLSearchParams({ id, status, message: message ?? '' }).toString();
  url.search = url.search ? `${url.search}&${added}` : added;
  return url.href;
}

const title = 'Sandbox Bank – 3-D Secure';

const header = html`<header><span>Sandbox Bank</span><small>3-D Secure</small></header>`;

/**
 * A form may lead anywhere on the web. Its answer is redirected to the merchant's page, which may redirect again, and
 * browsers compare every one of these addresses with this list.
 */
const allow = 'form-action http: https:';

/** Any shop may show the page in a frame, as it may a real bank's. */
const framedBy = 'http: https:';

/** The six answers. The payment's description is meant for the merchant, so it is not shown. */
function challengePage(c: Context, { kind, amount, number }: ChallengeSubject): Promise<Response> {
  return page(
    c,
    title,
    html`${header}
      <h1>Confirm your ${kind}</h1>
      <p>This is a sandbox: no money moves. Choose how the authentication ends.</p>
      <dl>
        ${
          amount &&
          html`<dt>Amount</dt>
            <dd>${amount}</dd>`
        }
        <dt>Card</dt>
        <dd>${number}</dd>
      </dl>
      <form method="post">
        ${answers.map(
          ({ value, label, hint }) =>
            html`<button name="answer" value="${value}">${label}<small>${hint}</small></button>`,
        )}
      </form>`,
    // The sandbox takes a form of its own pages only, and without a referrer the browser does not say which it is.
    { allow, framedBy, referrer: 'same-origin' },
  );
}

function answeredPage(c: Context, { kind, status, back }: ChallengeSubject): Promise<Response> {
  return page(
    c,
    title,
    html`${header}
      <h1>This ${kind} has been answered</h1>
      <p>Nothing more happens here. The ${kind} is ${status}.</p>
      <a class="button main" href="${back}">Back to the shop</a>`,
    { framedBy },
  );
}

function problemPage(c: Context, status: 400 | 404, text: string): Promise<Response> {
  return page(
    c,
    title,
    html`${header}
      <h1>${text}</h1>`,
    { status, framedBy },
  );
}

const address = '/3ds/:challenge';
const unknown = 'There is nothing to confirm here';

/** The issuer's page, where the payer says how the authentication ends. */
export function challengeRoutes(app: Hono<SandboxEnv>): void {
  app.get(address, (c) => {
    const subject = findChallenge(c.var.world, c.req.param('challenge'));
    if (!subject) return problemPage(c, 404, unknown);
    return subject.isOpen ? challengePage(c, subject) : answeredPage(c, subject);
  });

  app.post(address, async (c) => {
    const { answer: chosen } = await c.req.parseBody().catch((): Record<string, unknown> => ({}));
    const answer = answers.find(({ value }) => value === chosen);
    if (!answer) return problemPage(c, 400, 'Choose one of the six answers');
    const subject = findChallenge(c.var.world, c.req.param('challenge'));
    if (!subject) return problemPage(c, 404, unknown);
    subject.answer(answer);
    return c.redirect(findChallenge(c.var.world, c.req.param('challenge'))?.back ?? subject.back, 303);
  });
}
