import type { MiddlewareHandler } from 'hono';
import { Refusal } from '../http/refusal.js';

/**
 * Lets forms of the sandbox's own pages pass. Any web page can send a form here, so the browser must say that it came
 * from the same origin: by `Sec-Fetch-Site`, or by `Origin` where that is not sent, as to an address without TLS.
 */
export const ownForms: MiddlewareHandler = async (c, next) => {
  const site = c.req.header('sec-fetch-site');
  const isOwn =
    site === undefined ? c.req.header('origin') === new URL(c.req.url).origin : site === 'same-origin';
  if (!isOwn)
    throw new Refusal(
      403,
      'authentication_error',
      'Only the dashboard itself may send this. Use the controls under /sandbox instead.',
    );
  await next();
};
