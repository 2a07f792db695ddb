import { cardSource, type companies } from '../../wire/index.js';
import { testCards, type VisaCards } from './test-cards.js';
import { lenientMonth as monthForm, lenientYear as yearForm } from '../http/lenient.js';

export type Company = (typeof companies)[number];

/** The issuer's decision about a payment by a card. */
export interface BankDecision {
  readonly approved: boolean;
  readonly message: string;
  /** ISO 8583; absent when the payment failed before a request to the issuer. */
  readonly code?: string;
  /** Why the authentication failed, as the payment's `failure_reason`. */
  readonly failureReason?: string;
  /** Whether the payment keeps the address of its challenge. */
  readonly keepsAddress?: boolean;
}

export interface CardBehavior {
  readonly company: Company;
  readonly decision: BankDecision;
  /** Whether the payer is sent to the challenge page first. */
  readonly needsChallenge: boolean;
}

const createDecline = (message: string, code: string): BankDecision => ({ approved: false, message, code });

const approval: BankDecision = { approved: true, message: 'APPROVED', code: '00' };

/** The decisions that a bank makes about cards and about the cards in wallets. */
export const bankDecisions = {
  approved: approval,
  unspecifiedFailure: createDecline('UNSPECIFIED FAILURE', '99'),
  insufficientFunds: createDecline('INSUFFICIENT FUNDS', '51'),
  lostCard: createDecline('DECLINED: LOST CARD', '41'),
  declined: createDecline('DECLINED', '05'),
  expiredCard: createDecline('DECLINED: EXPIRED CARD', '54'),
  exceedsLimit: createDecline('DECLINED: EXCEEDS WITHDRAWAL LIMIT', '61'),
  stolenCard: createDecline('DECLINED: STOLEN CARD', '43'),
} as const;

/** The decision about every number that is not listed. */
export const standardDecision = bankDecisions.declined;

/** Visa cards whose authentication itself fails, whatever the payer answers. */
const unauthenticated = {
  authenticationAttempted: ['3DS: attempted but not available', '3ds_unavailable_transaction'],
  authenticationError: ['3DS service error occurred.', '3ds_service_error'],
  otherAuthenticationError: ['3DS service error occurred.', '3ds_service_error'],
  notEnrolled: ['The card is not enrolled in 3DS service.', 'declined_card_unregistered'],
  authenticationRejected: [
    'The authentication attempt was rejected by the issuer bank.',
    '3ds_rejected_transaction',
  ],
  authenticationUnavailable: ['The authentication is unavailable', '3ds_unavailable_transaction'],
} as const;

type Meaning = keyof VisaCards;

function decideByMeaning(meaning: Meaning): BankDecision {
  if (meaning === 'withoutChallenge') return approval;
  if (meaning in bankDecisions) return bankDecisions[meaning as keyof typeof bankDecisions];
  const [message, failureReason] = unauthenticated[meaning as keyof typeof unauthenticated];
  return { approved: false, message, failureReason };
}

/** The test cards by number. */
export const cardsByNumber: ReadonlyMap<string, CardBehavior> = new Map(
  Object.entries(testCards).flatMap(([company, cards]) =>
    Object.entries(cards).map(([meaning, number]: [string, string]): [string, CardBehavior] => [
      number,
      {
        company: company as Company,
        decision: decideByMeaning(meaning as Meaning),
        needsChallenge: meaning !== 'withoutChallenge',
      },
    ]),
  ),
);

/** The check digit of ISO/IEC 7812. Written a second time, so that a mistake of the form's own check shows here. */
function hasCheckDigit(number: string): boolean {
  let sum = 0;
  for (let place = 0; place < number.length; place += 1) {
    const digit = Number(number[number.length - 1 - place]);
    const weighted = place % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

/** The first digits of each scheme. A number that matches none of them counts as mada, which has many ranges. */
const networkPatterns: ReadonlyArray<readonly [RegExp, Company]> = [
  [/^3[47]/, 'amex'],
  [/^(62|81)/, 'unionpay'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'master'],
  [/^4(?!2013[23])/, 'visa'],
];

export const companyOf = (number: string): Company =>
  cardsByNumber.get(number)?.company ??
  networkPatterns.find(([prefix]) => prefix.test(number))?.[1] ??
  'mada';

/** How the bank treats a card: a listed one as its row says, any other is declined at once. */
export const cardOf = (number: string): CardBehavior =>
  cardsByNumber.get(number) ?? {
    company: companyOf(number),
    decision: standardDecision,
    needsChallenge: false,
  };

/** The first six and the last four digits, in the form of a number of sixteen. */
export const maskNumber = (number: string) =>
  `${number.slice(0, 4)}-${number.slice(4, 6)}XX-XXXX-${number.slice(-4)}`;

/** Problems by field, such as `number`. */
type Problems = Record<string, string[]>;

interface FieldSchema {
  safeParse(value: unknown): { readonly success: boolean; readonly data?: unknown };
}

/** The value in its documented form, or undefined: then the schema complains about it. */
const parseField = (form: FieldSchema, value: unknown) => form.safeParse(value).data as string | undefined;

/**
 * What is wrong with a card beyond the form of its fields: check digit, expiry, length of the security code. `prefix`
 * is where the card stands in the request, such as `source.`.
 */
export function cardProblems(candidate: unknown, prefix: string, now: number): Problems {
  if (typeof candidate !== 'object' || candidate === null) return {};
  const card = candidate as Record<string, unknown>;
  const number = parseField(cardSource.shape.number, card['number']);
  const month = parseField(monthForm, card['month']);
  const year = parseField(yearForm, card['year']);
  const cvc = parseField(cardSource.shape.cvc, card['cvc']);
  const problems: Problems = {};

  if (number && !hasCheckDigit(number))
    problems[`${prefix}number`] = ['is not a card number: its check digit is wrong'];
  const passed = year && findExpiredPart(Number(year), month ? Number(month) : 12, now);
  if (passed) problems[`${prefix}${passed}`] = ['has passed'];
  if (number && cvc) {
    const digits = companyOf(number) === 'amex' ? 4 : 3;
    if (cvc.length !== digits) problems[`${prefix}cvc`] = [`must be ${digits} digits for this card`];
  }
  return problems;
}

/** Which part of an expiry date has passed, if any. A card is valid until the last day of its month. */
export function findExpiredPart(year: number, month: number, now: number): 'year' | 'month' | undefined {
  const today = new Date(now);
  const thisYear = today.getUTCFullYear();
  if (year < thisYear) return 'year';
  return year === thisYear && month < today.getUTCMonth() + 1 ? 'month' : undefined;
}
