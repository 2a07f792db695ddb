import { flag, number, object, record, text, type Test } from '../../gateway/shape.js';
import type { Ask, Greeting, SentIntentAnswer, SentNews, ToFrame } from '../protocol.js';
import { isSentError } from '../sent-error.js';
import { payment, stage } from '../sent-shapes.js';

const call = { call: number };
const remembered = object({ paymentId: text, stage, at: number, returned: flag }, { givenUp: flag });

/** The protocol's schemas of what comes from the page, written out: the form is there earlier without their library. */
const messages: Readonly<Record<ToFrame['type'], Test>> = {
  configure: object(
    { settings: record, disabled: flag, pageUrl: text, address: text, key: text },
    { entry: remembered },
  ),
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
  written: record,
  granted: object(call),
  value: object(call),
  denied: object(call, { error: isSentError }),
};

export const isToFrame = (data: unknown): data is ToFrame =>
  record(data) &&
  text(data['type']) &&
  Object.hasOwn(messages, data['type'] as string) &&
  messages[data['type'] as ToFrame['type']](data);

export const isAsk = (data: unknown): data is Ask => record(data) && data['type'] === 'pay-checkout:ask';

export const isGreeting = (data: unknown): data is Greeting =>
  record(data) && data['type'] === 'pay-checkout:greeting' && number(data['version']);

const intent = object({ id: text, clientSecret: text }, { amount: number, currency: text });

export const isSentIntentAnswer = (value: unknown): value is SentIntentAnswer =>
  record(value) &&
  (value['kind'] === 'intent'
    ? intent(value['intent'])
    : value['kind'] === 'withheld' && payment(value['payment']));

export const isSentNews = object({ busy: flag }, { entry: remembered }) as (
  value: unknown,
) => value is SentNews;
