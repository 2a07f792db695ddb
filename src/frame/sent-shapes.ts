import { object, oneOf, text } from '../gateway/shape.js';

/** What both sides of the channel read. */
export const payment = object(
  { id: text, status: text },
  { callback_url: text, source: object({}, { message: text }) },
);

export const stage = oneOf('claimed', 'sent', 'waiting', 'free', 'given-up', 'paid', 'authorized');
