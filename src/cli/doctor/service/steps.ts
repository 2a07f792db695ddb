import { testCards } from '../../../testing/test-cards.js';
import {
  type Answer,
  type Body,
  type Call,
  createGivenId,
  fieldOf,
  type Session,
  StepFailed,
  textOf,
} from './session.js';

/** An address that no browser opens: walking the challenge ends before it. */
export const callbackUrl = 'https://shop.example/return?order=7';

/** The amount of most payments: more than a thousand, so that the format shows its separators. */
export const amount = 123_456;

export interface MadeIntent {
  readonly id: string;
  readonly secret: string;
}

export async function makeIntent(session: Session, fields: Body = {}): Promise<MadeIntent> {
  const { body, status } = await session.must({
    method: 'POST',
    path: '/payment_intents',
    body: {
      amount,
      currency: 'SAR',
      description: 'pay-checkout doctor',
      callback_url: callbackUrl,
      ...fields,
    },
  });
  const secret = textOf(body, 'client_secret');
  if (secret === '') throw new StepFailed(`${status} without a secret: POST /payment_intents`);
  return { id: textOf(body, 'id'), secret };
}

export const loadIntent = (session: Session, { id }: MadeIntent): Promise<Answer> =>
  session.must({ path: `/payment_intents/${id}` });

export const cards = testCards;
/** Most checks need a payment that is settled without a challenge. */
const standardCard = testCards.visa.withoutChallenge;

export const buildCard = (number: string = standardCard, fields: Body = {}): Body => ({
  type: 'creditcard',
  name: 'Doctor Check',
  number,
  month: '12',
  year: String(new Date().getFullYear() + 2),
  cvc: /^3[47]/.test(number) ? '1234' : '123',
  ...fields,
});

/** What pays, and whatever else stands in the body. */
interface PaymentFields {
  readonly source?: Body;
  readonly [field: string]: unknown;
}

/** As the element fulfils, with an id made here. */
export const fulfilCall = ({ id, secret }: MadeIntent, fields: PaymentFields = {}): Call => ({
  method: 'POST',
  path: `/payment_intents/${id}/fulfill`,
  key: 'publishable',
  body: {
    client_secret: secret,
    source: buildCard(),
    given_id: createGivenId(),
    apply_coupon: false,
    ...fields,
  },
});

export const sendFulfilment = (
  session: Session,
  intent: MadeIntent,
  fields?: PaymentFields,
): Promise<Answer> => session.call(fulfilCall(intent, fields));

/** A payment on a new intent. */
export async function pay(session: Session, fields?: PaymentFields, intentFields?: Body): Promise<Body> {
  const { body } = await session.must(fulfilCall(await makeIntent(session, intentFields), fields));
  return body;
}

export const directCall = (fields: PaymentFields = {}): Call => ({
  method: 'POST',
  path: '/payments',
  key: 'publishable',
  body: {
    amount,
    currency: 'SAR',
    description: 'pay-checkout doctor',
    callback_url: callbackUrl,
    source: buildCard(),
    given_id: createGivenId(),
    apply_coupon: false,
    ...fields,
  },
});

export const loadPayment = async (session: Session, id: unknown): Promise<Body> =>
  (await session.must({ path: `/payments/${String(id)}` })).body;

/** Captures, refunds or voids. */
export const move = (session: Session, id: unknown, verb: 'capture' | 'refund' | 'void', part?: number) =>
  session.call({
    method: 'POST',
    path: `/payments/${String(id)}/${verb}`,
    ...(part !== undefined && { body: { amount: part } }),
  });

const intentRefusals = ['intent_not_fulfillable', 'intent_not_cancelable'];

/** The refusal of an intent that is named in an answer, wherever it stands there. */
const intentRefusalIn = ({ body }: Answer): string | undefined =>
  intentRefusals.find((name) => [body['type'], body['message']].some((text) => String(text).includes(name)));

/** The fields that an error names, without the prefix of the source. */
export function refusedFields({ body }: Answer): readonly string[] {
  const { errors } = body;
  if (typeof errors !== 'object' || errors === null || Array.isArray(errors)) return [];
  return Object.keys(errors)
    .map((field) => field.replace(/^source\./, ''))
    .sort();
}

/** `201 paid`, `400 intent_not_fulfillable`, `400 for number` or `400 used_given_id`. */
export function describeAnswer(answer: Answer): string {
  const { status, body } = answer;
  const fields = refusedFields(answer);
  const what =
    status < 300
      ? body['status']
      : (intentRefusalIn(answer) ?? (fields.length > 0 ? `for ${fields.join(', ')}` : body['type']));
  return `${status} ${typeof what === 'string' ? what : ''}`.trim();
}

/** The value of a field: JSON, or `absent`. */
export function describeField(body: unknown, path: string): string {
  const value = fieldOf(body, path);
  return value === undefined ? 'absent' : JSON.stringify(value);
}

/** Whether a field is null or absent, else its kind. */
export const describeEmpty = (body: unknown, path: string): string =>
  (fieldOf(body, path) ?? null) === null ? 'null or absent' : typeof fieldOf(body, path);
