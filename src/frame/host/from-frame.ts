import { networks } from '../../wire/networks.js';
import { flag, list, number, object, oneOf, record, text, type Test } from '../../gateway/shape.js';
import type { FromFrame, Here } from '../protocol.js';
import { isSentError as error } from '../sent-error.js';
import { payment, stage } from '../sent-shapes.js';

const outcome = object(
  { status: oneOf('paid', 'authorized', 'failed', 'unknown', 'initiated'), paymentId: text },
  { payment },
);
const formStatus = object(
  {
    phase: oneOf(
      'waiting',
      'misconfigured',
      'ready',
      'paying',
      'redirecting',
      'paid',
      'authorized',
      'failed',
      'unknown',
      'expired',
    ),
    problem: object({ kind: oneOf('none', 'valueMissing', 'badInput', 'customError'), message: text }),
  },
  { hasPayment: flag },
);
const network = oneOf(...networks);
const status = oneOf('empty', 'incomplete', 'invalid', 'valid');
const field = oneOf('number', 'expiry', 'cvc', 'name');

const told = (fields: Readonly<Record<string, Test>>) => object({ ...fields, formStatus });
const asked = (fields: Readonly<Record<string, Test>>) => object({ ...fields, call: number });

/** The protocol's schemas of what comes from the frame, written out: a page loads nothing for them. */
const messages: Readonly<Record<FromFrame['type'], Test>> = {
  hello: object({ version: number }),
  refused: object({ field: text, reason: text }),
  'form-status': told({}),
  height: object({ height: number }),
  ready: told({}),
  change: told({
    detail: object(
      {
        method: oneOf('card', 'saved'),
        complete: flag,
        empty: flag,
        networks: list(network),
        fields: object({ number: status, expiry: status, cvc: status, name: status }),
      },
      { brand: network },
    ),
  }),
  invalid: told({ fields: list(object({ field, code: text })) }),
  error: told({ error }),
  outcome: object({ formStatus, outcome }, { call: number }),
  redirect: told({ call: number, url: text, payment }),
  'to-bank': asked({ url: text, paymentId: text }),
  attempt: told({ call: number, paymentId: text, key: text }),
  intent: object({ call: number, key: text }, { insteadOf: text }),
  announce: asked({ key: text, paymentId: text }),
  status: asked({ key: text, paymentId: text }),
  claim: asked({ key: text }),
  'look-up': asked({ key: text }),
  release: record,
  note: object({ key: text, paymentId: text, stage }),
  pass: object({ key: text }),
  settled: told({ call: number, outcome }),
  rejected: told({ call: number, error }),
};

export const isFromFrame = (data: unknown): data is FromFrame =>
  record(data) &&
  text(data['type']) &&
  Object.hasOwn(messages, data['type'] as string) &&
  messages[data['type'] as FromFrame['type']](data);

export const isHere = (data: unknown): data is Here =>
  record(data) && data['type'] === 'pay-checkout:here' && number(data['document']) && flag(data['loaded']);

/** These fields, as far as it has them: what comes from a frame may have others. */
export const only = <T extends object, Name extends keyof T>(value: T, ...names: Name[]): Pick<T, Name> =>
  Object.fromEntries(
    names.flatMap((name) => (Object.hasOwn(value, name) ? [[name, value[name]]] : [])),
  ) as Pick<T, Name>;
