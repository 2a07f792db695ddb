import type { Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import { createHash } from 'node:crypto';
import { applyAnswer, type ChallengeOption, answers } from './bank/answers.js';
import type { BankDecision } from './bank/cards.js';
import { formatAmount } from './bank/money.js';
import { appendQuery } from '../wire/url.js';
import type { SandboxEnv } from './http/context.js';
import { page } from './pages/page.js';
import { detailsIn, type PaymentRow } from './payments/payment.js';
import { decidePayment } from './payments/transitions.js';
import { cardIn, settleToken, type TokenRow } from './tokens.js';
import type { Namespace } from './namespace.js';

/** What a challenge is about: a payment, or a card that is to be saved. */
interface ChallengeSubject {
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
function findChallenge(namespace: Namespace, challenge: string): ChallengeSubject | undefined {
  const { store } = namespace;
  const payment = store.get<PaymentRow>('SELECT * FROM payments WHERE challenge = ?', challenge);
  if (payment)
    return {
      ...buildCommon(payment),
      kind: 'payment',
      amount: formatAmount(payment.amount, payment.currency),
      number: cardNumberOf(payment),
      answer: (answer) => {
        const decision = JSON.parse(payment.decision_json as string) as BankDecision;
        store.transaction(() => decidePayment(namespace, payment.id, applyAnswer(decision, answer)));
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
      store.transaction(() => settleToken(namespace, token.id, applyAnswer(card.decision, answer))),
  };
}

function cardNumberOf(payment: PaymentRow): string {
  const details = detailsIn(payment);
  return details.type === 'stcpay' ? '' : details.number;
}

/** A payment or a token whose authentication is over. */
interface AuthenticatedRow {
  readonly id: string;
  readonly status: string;
  /** A token has none. */
  readonly amount?: number;
  readonly message: string | null;
  readonly callback_url: string | null;
}

/** The merchant's callback_url with `id`, `status`, `amount` and `message` added to whatever query it had. */
const returnAddress = ({ id, status, amount, message, callback_url: address }: AuthenticatedRow): string =>
  appendQuery(address as string, {
    id,
    status,
    ...(amount !== undefined && { amount: String(amount) }),
    message: message ?? '',
  });

const title = 'Sandbox Bank – 3-D Secure';

const header = html`<header><span>Sandbox Bank</span><small>3-D Secure</small></header>`;

/** The browser sends a form with what the bank wants to know of the payer's screen; without script, a button sends it. */
const sendForm = `const form = document.forms[0];
const browser = { color_depth: screen.colorDepth, js_enabled: true, language: navigator.language,
  screen_height: screen.height, screen_width: screen.width, time_zone: new Date().getTimezoneOffset() };
for (const [name, value] of Object.entries(browser)) if (form.elements[name]) form.elements[name].value = value;
form.submit();`;

const browserFields = {
  color_depth: '24',
  js_enabled: 'false',
  language: 'en',
  screen_height: '0',
  screen_width: '0',
  time_zone: '0',
};

/**
 * A form may lead anywhere on the web. Its answer is redirected to the merchant's page, which may redirect again, and
 * browsers compare every one of these addresses with this list.
 */
const allowForms = 'form-action http: https:';
const allowSending = `${allowForms}; script-src 'sha256-${createHash('sha256').update(sendForm).digest('base64')}'`;

/** Any shop may show the page in a frame, as it may a real bank's. */
const framedBy = 'http: https:';

// The sandbox takes a form of its own pages only, and without a referrer the browser does not say which it is.
const referrer = 'same-origin';

/** The next step of the authentication, beside the present one. */
const stepUrl = (c: Context<SandboxEnv>, step: string) => new URL(step, new URL(c.req.url)).pathname;

/** A page that sends itself to the next step. */
const sendingPage = (
  c: Context<SandboxEnv>,
  step: string,
  fields: Readonly<Record<string, string>>,
): Promise<Response> =>
  page(
    c,
    title,
    html`${header}
      <form method="post" action="${stepUrl(c, step)}">
        ${Object.entries(fields).map(
          ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
        )}
        <noscript><button>Continue</button></noscript>
      </form>
      ${raw(`<script>${sendForm}</script>`)}`,
    { allow: allowSending, framedBy, referrer },
  );

/** The six answers. The payment's description is meant for the merchant, so it is not shown. */
function challengePage(
  c: Context<SandboxEnv>,
  { kind, amount, number }: ChallengeSubject,
): Promise<Response> {
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
      <form method="post" action="${stepUrl(c, 'set_auth_result')}">
        ${answers.map(
          ({ value, label, hint }) =>
            html`<button name="auth_result" value="${value}">${label}<small>${hint}</small></button>`,
        )}
      </form>`,
    { allow: allowForms, framedBy, referrer },
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

/** The request of the challenge, which the bank's page gets from the page before. */
const challengeRequest = (challenge: string) =>
  Buffer.from(JSON.stringify({ messageType: 'CReq', threeDSServerTransID: challenge })).toString('base64url');

type Form = Readonly<Record<string, unknown>>;
type Step = (
  c: Context<SandboxEnv>,
  challenge: string,
  subject: ChallengeSubject,
  form: Form,
) => Response | Promise<Response>;

/** The steps of an authentication, each reached by the form of the one before. */
const steps: Readonly<Record<string, Step>> = {
  authenticate: (c, challenge, subject) =>
    subject.isOpen
      ? sendingPage(c, 'acs_emulator', { creq: challengeRequest(challenge) })
      : answeredPage(c, subject),
  acs_emulator: (c, challenge, subject, { creq }) => {
    if (creq !== challengeRequest(challenge)) return problemPage(c, 400, 'The creq is not of this challenge');
    return subject.isOpen ? challengePage(c, subject) : answeredPage(c, subject);
  },
  set_auth_result: (c, _challenge, subject, { auth_result: result }) => {
    const answer = answers.find(({ value }) => value === result);
    if (!answer) return problemPage(c, 400, 'Choose one of the six answers');
    subject.answer(answer);
    return sendingPage(c, 'acs_return', { cres: Buffer.from(answer.value).toString('base64url') });
  },
  acs_return: (c, _challenge, subject) =>
    subject.isOpen ? problemPage(c, 400, 'The bank has no answer so far') : c.redirect(subject.back, 303),
};

const unknown = 'There is nothing to confirm here';

/** The issuer's pages, where the payer says how the authentication ends. */
export function challengeRoutes(app: Hono<SandboxEnv>): void {
  app.get('/v1/card_auth/:challenge/prepare', (c) => {
    const subject = findChallenge(c.var.namespace, c.req.param('challenge'));
    if (!subject) return problemPage(c, 404, unknown);
    return subject.isOpen ? sendingPage(c, 'authenticate', browserFields) : answeredPage(c, subject);
  });

  for (const [name, step] of Object.entries(steps))
    app.post(`/v1/card_auth/:challenge/${name}`, async (c) => {
      const form = await c.req.parseBody().catch((): Form => ({}));
      const challenge = c.req.param('challenge');
      const subject = findChallenge(c.var.namespace, challenge);
      return subject ? step(c, challenge, subject, form) : problemPage(c, 404, unknown);
    });
}
