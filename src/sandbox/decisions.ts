import * as z from 'zod/mini';

/**
 * What no document says about the service. The sandbox behaves as the first value says; the other values are what the
 * service may do instead, so that a shop can be tested against each.
 */
export const decisionTable = {
  repeatedGivenId: {
    about: 'The answer to a payment whose `given_id` another payment has',
    values: ['used_given_id', 'intent_not_fulfillable', 'replay'],
  },
  refusalOrder: {
    about: 'Which refusal comes first if both the intent and the `given_id` are used',
    values: ['given_id_first', 'intent_first'],
  },
  givenId: { about: 'Whether a payment gets its `given_id` as its id', values: ['taken', 'ignored'] },
  fulfilBySecret: {
    about: 'Whether `POST /payments` with a `client_secret` fulfils the intent',
    values: ['taken', 'refused'],
  },
  wrongSecret: { about: 'The status for a wrong `client_secret`', values: ['403', '400', '404'] },
  intentRefusal: {
    about: 'Where `intent_not_fulfillable` and `intent_not_cancelable` stand in an error',
    values: ['type', 'message'],
  },
  forbiddenKey: {
    about: 'The `type` of a 403 for a key of the wrong kind',
    values: ['api_error', 'authentication_error'],
  },
  unknownId: { about: 'The `type` of a 404', values: ['record_not_found', 'api_error'] },
  fieldRefusal: {
    about: 'The form of a 400 for fields: lists and a message, or one text each and no message',
    values: ['validation_error', 'invalid_request'],
  },
  cardErrorKeys: {
    about: 'How the fields of a card are named in an error',
    values: ['source.number', 'number'],
  },
  wrongMethod: { about: 'The status for a wrong method on a known path', values: ['405', '404'] },
  crossOrigin: { about: 'Whether pages of other origins may call `/v1`', values: ['answered', 'refused'] },
  listPageSize: { about: 'Entries on a page of a list', values: ['40', '20'] },
  totalCount: { about: 'Whether lists count their entries', values: ['given', 'null'] },
  metadataKeys: { about: 'How many keys metadata may have', values: ['30', '50'] },
  webhookDeletion: {
    about: 'The status for a deleted webhook: 200 with a message, or 204',
    values: ['200', '204'],
  },
  transactionUrl: {
    about: 'What a settled payment has as `source.transaction_url`',
    values: ['null', 'kept'],
  },
  failureReason: {
    about: 'Whether a payment with a failed challenge has a `failure_reason`',
    values: ['given', 'absent'],
  },
  challengeTimeout: {
    about: 'How long a challenge waits for the payer',
    values: ['15_minutes', '10_minutes', 'never'],
  },
  activeToken: {
    about: 'What an active token does if a secret key pays with it',
    values: ['settles', 'challenge'],
  },
  voidWindow: {
    about: 'How long a paid or captured payment can be voided',
    values: ['two_hours', 'same_day'],
  },
  voidOfCaptured: { about: 'Whether a captured payment can be voided', values: ['taken', 'refused'] },
  secondRefund: { about: 'Whether a refunded payment can be refunded again', values: ['taken', 'refused'] },
  couponOnIntents: {
    about: 'Whether a coupon applies to a payment on an intent',
    values: ['applied', 'ignored'],
  },
  couponRounding: {
    about: 'How a discount is rounded to the smallest currency unit',
    values: ['nearest', 'down', 'up'],
  },
  refusedMobile: {
    about: 'Whether a mobile number that STC Pay refuses uses the intent',
    values: ['uses_intent', 'leaves_intent'],
  },
  wrongCode: {
    about: 'Whether a wrong code of STC Pay ends the payment',
    values: ['ends_payment', 'may_be_repeated'],
  },
  codeByGet: {
    about: 'Whether a GET on the address of STC Pay takes a code',
    values: ['taken', 'refused'],
  },
} as const satisfies Readonly<Record<string, { readonly about: string; readonly values: readonly string[] }>>;

export type DecisionName = keyof typeof decisionTable;

/** One value for each decision. */
export type Decisions = {
  readonly [Name in DecisionName]: (typeof decisionTable)[Name]['values'][number];
};

export const decisionNames = Object.keys(decisionTable) as readonly DecisionName[];

const perName = <Value>(build: (name: DecisionName) => Value) =>
  Object.fromEntries(decisionNames.map((name) => [name, build(name)]));

/** The behavior of a sandbox that is started without decisions. */
export const defaultDecisions = perName((name) => decisionTable[name].values[0]) as Decisions;

/** Some decisions, as JSON. */
export const decisionsRequest = z.strictObject(
  perName((name) => z.optional(z.enum(decisionTable[name].values))),
) as unknown as z.ZodMiniType<Partial<Decisions>>;

/** Returns the decisions unchanged. Throws a sentence that names what is possible. */
export function checkDecisions(chosen: Readonly<Record<string, string>>): Partial<Decisions> {
  for (const [name, value] of Object.entries(chosen)) {
    const known = Object.hasOwn(decisionTable, name) ? decisionTable[name as DecisionName] : undefined;
    if (!known) throw new Error(`"${name}" is not a decision. Decisions: ${decisionNames.join(', ')}.`);
    if (!(known.values as readonly string[]).includes(value))
      throw new Error(`The decision ${name} must be one of ${known.values.join(', ')}, not "${value}".`);
  }
  return chosen;
}

/** The decisions of one namespace. */
export interface DecisionStore {
  readonly current: Decisions;
  change(decisions: Partial<Decisions>): void;
  /** Returns to the decisions that the sandbox was started with. */
  reset(): void;
}

export function createDecisions(initial: Partial<Decisions>): DecisionStore {
  const start = { ...defaultDecisions, ...initial };
  let current: Decisions = start;
  return {
    get current() {
      return current;
    },
    change: (decisions) => {
      current = { ...current, ...decisions };
    },
    reset: () => {
      current = start;
    },
  };
}
