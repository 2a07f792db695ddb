import type { Context, Hono } from 'hono';
import * as z from 'zod/mini';
import { paymentContract } from '../../wire/index.js';
import { decideByCode, isWrongCode } from '../bank/stc-pay.js';
import { json, read } from '../http/body.js';
import type { SandboxEnv } from '../http/context.js';
import { operation } from '../http/operation.js';
import { invalidRequest, notFound } from '../http/refusal.js';
import type { Namespace } from '../namespace.js';
import { type PaymentRow, requirePayment } from './payment.js';
import { movePayment } from './routes.js';
import { decidePayment } from './transitions.js';

/** The payer's code. The service's own form sends the whole payment along, which is ignored. */
const codeRequest = z.object({
  otp_value: z.pipe(
    z.union([z.string().check(z.minLength(1)), z.int().check(z.gte(0))], {
      error: 'must be a code of digits',
    }),
    z.transform(String),
  ),
});

/** Takes a code for an open payment. A wrong code ends the payment, as the service does it, or as the decisions say. */
function takeCode(namespace: Namespace, id: string, otpToken: string | undefined, code: string): PaymentRow {
  return namespace.store.transaction(() => {
    const row = namespace.store.get<PaymentRow>(
      'SELECT * FROM payments WHERE id = ? AND otp_token = ?',
      id,
      otpToken ?? '',
    );
    if (!row) throw notFound('payment');
    if (row.status !== 'initiated') throw invalidRequest(`The payment is already ${row.status}.`);
    if (isWrongCode(code) && namespace.decisions.current.wrongCode === 'may_be_repeated') return row;
    decidePayment(namespace, row.id, decideByCode(code));
    return requirePayment(namespace.store, row.id);
  });
}

const described = {
  route: 'send-code',
  tag: 'STC Pay',
  // The address is the credential: a key may come along, and is not needed.
  keys: [],
  answers: [200, paymentContract],
  refuses: [400, 404],
} as const;

const otpToken = { name: 'otp_token', in: 'query', required: true, schema: { type: 'string' } } as const;

function respond(c: Context<SandboxEnv>, id: string, code: string): Response {
  const answer = movePayment(c, id, () => takeCode(c.var.namespace, id, c.req.query('otp_token'), code));
  c.set('paymentId', answer.id);
  return c.json(answer);
}

export function stcPayRoutes(app: Hono<SandboxEnv>): void {
  app.post(
    '/v1/stc_pays/:id/proceed',
    operation({
      ...described,
      summary: 'Send the code that the payer got; a wrong code ends the payment',
      parameters: [otpToken],
    }),
    json(codeRequest),
    (c) => respond(c, c.req.param('id'), c.req.valid('json').otp_value),
  );

  app.get(
    '/v1/stc_pays/:id/proceed',
    operation({
      ...described,
      summary: 'Send the code in the address: this GET acts like the POST',
      parameters: [otpToken, { name: 'otp_value', in: 'query', required: true, schema: { type: 'string' } }],
    }),
    (c) => {
      if (c.var.namespace.decisions.current.codeByGet === 'refused') throw notFound('page');
      return respond(c, c.req.param('id'), read(codeRequest, c.req.query()).otp_value);
    },
  );
}
