import type { Context, Hono } from 'hono';
import { afterAnswer, answers } from '../bank/answers.js';
import type { Verdict } from '../bank/cards.js';
import type { Env } from '../http/env.js';
import { settle } from '../payments/moves.js';
import type { PaymentRow } from '../payments/payment.js';
import type { Service } from '../service.js';
import { answeredPage, challengePage, problemPage } from './page.js';
import { wayBack } from './way-back.js';

const address = '/3ds/:challenge';

/** The issuer's page, where the payer says how the authentication ends. */
export function challengeRoutes(app: Hono<Env>, service: Service): void {
  const find = (c: Context<Env, typeof address>) =>
    service.store.get<PaymentRow>('SELECT * FROM payments WHERE challenge = ?', c.req.param('challenge'));

  app.get(address, (c) => {
    const row = find(c);
    if (!row) return problemPage(c, 404, 'There is no such payment to confirm');
    return row.status === 'initiated' ? challengePage(c, row) : answeredPage(c, row);
  });

  app.post(address, async (c) => {
    const { answer: chosen } = await c.req.parseBody().catch((): Record<string, unknown> => ({}));
    const answer = answers.find(({ value }) => value === chosen);
    if (!answer) return problemPage(c, 400, 'Choose one of the six answers');
    const row = find(c);
    if (!row) return problemPage(c, 404, 'There is no such payment to confirm');
    const verdict = JSON.parse(row.verdict_json as string) as Verdict;
    service.store.transaction(() => settle(service, row.id, afterAnswer(verdict, answer)));
    return c.redirect(wayBack(find(c) as PaymentRow), 303);
  });
}
