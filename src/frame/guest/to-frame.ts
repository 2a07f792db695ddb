import { flag, number, object, record, text, type Test } from '../../gateway/shape.js';
import type { Greeting, SentIntent, ToFrame } from '../protocol.js';
import { isSentError } from '../sent-error.js';

const call = { call: number };

/** The protocol's schemas of what comes from the page, written out: the form is there earlier without their library. */
const messages: Readonly<Record<ToFrame['type'], Test>> = {
  configure: object({ settings: record, disabled: flag, pageUrl: text, key: text }, { sent: text }),
  look: object({
    lang: text,
    dir: text,
    colorScheme: text,
    rem: number,
    values: (value) => record(value) && Object.values(value).every(text),
  }),
  submit: object(call),
  report: record,
  reset: record,
  focus: record,
  'came-back': record,
  granted: object(call),
  value: object(call),
  denied: object(call, { error: isSentError }),
};

export const isToFrame = (data: unknown): data is ToFrame =>
  record(data) &&
  text(data['type']) &&
  Object.hasOwn(messages, data['type'] as string) &&
  messages[data['type'] as ToFrame['type']](data);

export const isGreeting = (data: unknown): data is Greeting =>
  record(data) && data['type'] === 'pay-checkout:greeting' && number(data['version']);

export const isSentIntent = object({ id: text, clientSecret: text }, { amount: number, currency: text }) as (
  value: unknown,
) => value is SentIntent;
