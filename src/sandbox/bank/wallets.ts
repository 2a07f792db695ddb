import * as z from 'zod/mini';
import { bankDecisions, type BankDecision, type Company, companyOf, standardDecision } from './cards.js';
import { testAmounts } from './test-values.js';

/** The bank's decision about a payment by the card in a wallet. */
export function decideByAmount(amount: number): BankDecision {
  for (const name of Object.keys(testAmounts) as (keyof typeof testAmounts)[]) {
    const { from, to } = testAmounts[name];
    if (from <= amount && amount <= to) return bankDecisions[name];
  }
  return standardDecision;
}

/** The card in a wallet, as the payment shows it. */
export interface TokenCard {
  readonly company: Company;
  readonly lastDigits: string;
}

const lastDigits = '1111';

/** Apple's names of the networks. */
const networks: Readonly<Record<string, Company>> = {
  mada: 'mada',
  visa: 'visa',
  mastercard: 'master',
  amex: 'amex',
  chinaunionpay: 'unionpay',
};

/** The encrypted part of Apple's token. A simulator of a phone leaves it empty, and the service refuses it. */
const paymentData = z.object({ data: z.string().check(z.minLength(1)), signature: z.string() });
const appleToken = z.union([
  z.object({
    paymentData,
    paymentMethod: z.optional(
      z.object({ network: z.optional(z.string()), displayName: z.optional(z.string()) }),
    ),
  }),
  z.pipe(
    paymentData,
    z.transform((data) => ({ paymentData: data, paymentMethod: undefined })),
  ),
]);

/** The card of Apple's token, whole or its `paymentData` alone, as JSON text. Undefined for anything else. */
export function readAppleToken(text: string): TokenCard | undefined {
  let token: unknown;
  try {
    token = JSON.parse(text);
  } catch {
    return undefined;
  }
  const { success, data } = appleToken.safeParse(token);
  if (!success) return undefined;
  const { network = '', displayName = '' } = data.paymentMethod ?? {};
  return {
    company: networks[network.toLowerCase()] ?? 'mada',
    lastDigits: /\d{4}$/.exec(displayName)?.[0] ?? lastDigits,
  };
}

/** The card of Apple Pay that is decrypted. Its last digits may not be known: the number is the device's. */
export const decryptedCard = (number: string, lastFour = lastDigits): TokenCard => ({
  company: companyOf(number),
  lastDigits: lastFour,
});

/** The card of Samsung's token, which only the service can decrypt: the sandbox shows the same card for all. */
export const samsungCard: TokenCard = { company: 'visa', lastDigits };
