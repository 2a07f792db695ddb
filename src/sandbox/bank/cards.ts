import { cardSource, type companies } from '../../wire/index.js';
import { lenientMonth as monthForm, lenientYear as yearForm } from '../http/lenient.js';

export type Company = (typeof companies)[number];

/** The issuer's decision about a payment by a card. */
export interface BankDecision {
  readonly approved: boolean;
  readonly message: string;
  /** ISO 8583; absent when the payment failed before the issuer was asked. */
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

export const approval: BankDecision = { approved: true, message: 'APPROVED', code: '00' };

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

const columns = ['mada', 'visa', 'master', 'amex', 'unionpay'] as const;

const rows: ReadonlyArray<readonly [BankDecision, string]> = [
  [
    bankDecisions.approved,
    '4201320111111010 4111111111111111 5421080101000000 340000000900000 6200000000000005',
  ],
  [
    bankDecisions.unspecifiedFailure,
    '4201320000013020 4123120000000000 5105105105105100 371111111111114 6200000000000013',
  ],
  [
    bankDecisions.insufficientFunds,
    '4201320000311101 4123120001090000 5457210001000092 340033000000000 6200000000000021',
  ],
  [
    bankDecisions.lostCard,
    '4201320131000508 4123450131000508 5204010101000000 340012340501000 6200000000000039',
  ],
  [
    bankDecisions.declined,
    '4201321234411220 4123120001090109 5204730000002514 340033000000133 6200000000000047',
  ],
  [
    bankDecisions.expiredCard,
    '4201322267774310 4123128518640738 5105107550274126 340000018441278 6200000000000054',
  ],
  [
    bankDecisions.exceedsLimit,
    '4201326324640570 4123123033308648 5105106475101067 340000753060788 6200000000000062',
  ],
  [
    bankDecisions.stolenCard,
    '4201321144311528 4123125276780003 5105107304607225 340000418501838 6200000000000070',
  ],
];

/** Visa cards whose authentication itself fails, whatever the payer answers. */
const unauthenticated: ReadonlyArray<readonly [number: string, message: string, failureReason: string]> = [
  ['4111118250252531', '3DS: attempted but not available', '3ds_unavailable_transaction'],
  ['4111113343111067', '3DS service error occurred.', '3ds_service_error'],
  ['4111112205628150', '3DS service error occurred.', '3ds_service_error'],
  ['4111116611600661', 'The card is not enrolled in 3DS service.', 'declined_card_unregistered'],
  [
    '4111115784228433',
    'The authentication attempt was rejected by the issuer bank.',
    '3ds_rejected_transaction',
  ],
  ['4111115620358287', 'The authentication is unavailable', '3ds_unavailable_transaction'],
];

/** The test cards by number. */
export const cardsByNumber: ReadonlyMap<string, CardBehavior> = new Map<string, CardBehavior>([
  ...rows.flatMap(([decision, numbers]) =>
    numbers
      .split(' ')
      .map((number, column): [string, CardBehavior] => [
        number,
        { company: columns[column] as Company, decision, needsChallenge: true },
      ]),
  ),
  ['4111114005765430', { company: 'visa', decision: approval, needsChallenge: false }],
  ...unauthenticated.map(([number, message, failureReason]): [string, CardBehavior] => [
    number,
    {
      company: 'visa',
      decision: { approved: false, message, failureReason },
      needsChallenge: true,
    },
  ]),
]);

/** The check digit of ISO/IEC 7812. Written a second time, so that a mistake of the form's own check shows here. */
export function hasCheckDigit(number: string): boolean {
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

/** Which part of an expiry date has passed, if any. A card is good through the last day of its month. */
export function findExpiredPart(year: number, month: number, now: number): 'year' | 'month' | undefined {
  const today = new Date(now);
  const thisYear = today.getUTCFullYear();
  if (year < thisYear) return 'year';
  return year === thisYear && month < today.getUTCMonth() + 1 ? 'month' : undefined;
}
