/** An amount from the first to the last, both included; smallest currency unit. */
export interface AmountRange {
  readonly from: number;
  readonly to: number;
}

/** By the amount of the payment, how a payment by Apple Pay or Samsung Pay ends. Any other amount is declined, code 05. */
export const testAmounts = {
  /** Paid, code 00. */
  approved: { from: 20_000, to: 30_000 },
  /** UNSPECIFIED FAILURE, code 99. */
  unspecifiedFailure: { from: 100_000, to: 110_000 },
  /** INSUFFICIENT FUNDS, code 51. */
  insufficientFunds: { from: 110_100, to: 120_000 },
  /** DECLINED: LOST CARD, code 41. */
  lostCard: { from: 120_100, to: 130_000 },
  /** DECLINED, code 05. */
  declined: { from: 130_100, to: 140_000 },
  /** DECLINED: EXPIRED CARD, code 54. */
  expiredCard: { from: 140_100, to: 150_000 },
  /** DECLINED: EXCEEDS WITHDRAWAL LIMIT, code 61. */
  exceedsLimit: { from: 150_100, to: 160_000 },
  /** DECLINED: STOLEN CARD, code 43. */
  stolenCard: { from: 160_100, to: 170_000 },
} as const satisfies Readonly<Record<string, AmountRange>>;

/** Mobile numbers for STC Pay. Any other number gets a code. */
export const testMobiles = {
  /** Gets a code. */
  accepted: '0512345678',
  /** These five fail at once. */
  notRegistered: '0515555555',
  outdatedProfile: '0515555556',
  invalidAccount: '0515555557',
  codesUsedUp: '0515555558',
  tooSoon: '0515555559',
} as const;

/** Codes for STC Pay. Every other code is wrong, and a wrong code ends the payment. */
export const testCodes = {
  /** Paid. */
  paid: '123456',
  alsoPaid: '000000',
  /** These fail. */
  insufficientBalance: '111111',
  dailyLimit: '222222',
  maximumAmount: '333333',
  timeout: '444444',
  wrong: '999999',
} as const;
