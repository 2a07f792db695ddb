import type { MiddlewareHandler } from 'hono';
import type { Clock } from '../store/clock.js';

/** Says when an answer was made by the service's own clock, which may be ahead of this computer's. */
export const dateHeader =
  (clock: Clock): MiddlewareHandler =>
  async (c, next) => {
    await next();
    c.header('date', new Date(clock.now()).toUTCString());
  };
