import type { Hono } from 'hono';
import { answers } from '../bank/answers.js';
import type { Env } from '../http/env.js';
import type { Outbox } from '../webhooks/announce.js';
import { answeredPage, challengePage, problemPage } from './page.js';
import { subjectOf } from './subject.js';

const address = '/3ds/:challenge';
const unknown = 'There is nothing to confirm here';

/** The issuer's page, where the payer says how the authentication ends. */
export function challengeRoutes(app: Hono<Env>, outbox: Outbox): void {
  app.get(address, (c) => {
    const subject = subjectOf(outbox, c.req.param('challenge'));
    if (!subject) return problemPage(c, 404, unknown);
    return subject.isOpen ? challengePage(c, subject) : answeredPage(c, subject);
  });

  app.post(address, async (c) => {
    const { answer: chosen } = await c.req.parseBody().catch((): Record<string, unknown> => ({}));
    const answer = answers.find(({ value }) => value === chosen);
    if (!answer) return problemPage(c, 400, 'Choose one of the six answers');
    const subject = subjectOf(outbox, c.req.param('challenge'));
    if (!subject) return problemPage(c, 404, unknown);
    subject.answer(answer);
    return c.redirect(subjectOf(outbox, c.req.param('challenge'))?.back ?? subject.back, 303);
  });
}
