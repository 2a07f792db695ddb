import * as z from 'zod/mini';
import type { BankDecision } from './cards.js';
import { testCodes, testMobiles } from './test-values.js';

const failure = (message: string): BankDecision => ({ approved: false, message });

/** `05xxxxxxxx`, from each form that published clients send: with a country code, and with spaces. */
export const mobile = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.replaceAll(/\s/g, '').replace(/^(?:\+|00)966(?=5)/, '0')),
  ),
  z.string().check(z.regex(/^05\d{8}$/, { error: 'must be a mobile number such as 0512345678' })),
);

const refusals: ReadonlyMap<string, BankDecision> = new Map([
  [testMobiles.notRegistered, failure('Mobile number is not registered')],
  [testMobiles.outdatedProfile, failure('Update your data in the STC Pay app')],
  [testMobiles.invalidAccount, failure('Invalid account status')],
  [testMobiles.codesUsedUp, failure('Too many codes, try again after 15 minutes')],
  [testMobiles.tooSoon, failure('Too many codes, try again after 60 seconds')],
]);

/** Why STC Pay sends no code to a number; undefined for a number that gets one. */
export const findMobileRefusal = (number: string): BankDecision | undefined => refusals.get(number);

const paid: BankDecision = { approved: true, message: 'Paid' };

const byCode: ReadonlyMap<string, BankDecision> = new Map([
  [testCodes.paid, paid],
  [testCodes.alsoPaid, paid],
  [testCodes.insufficientBalance, failure('Insufficient balance')],
  [testCodes.dailyLimit, failure('Daily limit exceeded')],
  [testCodes.maximumAmount, failure('Maximum amount exceeded')],
  [testCodes.timeout, failure('STC Pay did not answer in time')],
]);

/** Whether a code is not one of STC Pay's test codes. */
export const isWrongCode = (code: string): boolean => !byCode.has(code);

/** The end of a payment by its code. The address of the code stays on the payment. */
export const decideByCode = (code: string): BankDecision => ({
  ...(byCode.get(code) ?? failure('Invalid OTP')),
  keepsAddress: true,
});
