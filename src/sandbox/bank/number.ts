import { type Company, refusal, type TestCard, testCards } from './cards.js';

/** The check digit of ISO/IEC 7812. Written a second time, so that a mistake of the form's own check shows here. */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  for (let place = 0; place < number.length; place += 1) {
    const digit = Number(number[number.length - 1 - place]);
    const weighted = place % 2 === 0 ? digit : digit * 2;
    sum += weighted > 9 ? weighted - 9 : weighted;
  }
  return sum % 10 === 0;
}

/** The first digits of each scheme. A number that matches none of them counts as mada, which has many ranges. */
const prefixes: ReadonlyArray<readonly [RegExp, Company]> = [
  [/^3[47]/, 'amex'],
  [/^(62|81)/, 'unionpay'],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 'master'],
  [/^4(?!2013[23])/, 'visa'],
];

export const companyOf = (number: string): Company =>
  testCards.get(number)?.company ?? prefixes.find(([prefix]) => prefix.test(number))?.[1] ?? 'mada';

/** How the bank treats a card: a listed one as its row says, any other is declined at once. */
export const cardOf = (number: string): TestCard =>
  testCards.get(number) ?? { company: companyOf(number), verdict: refusal, challenged: false };

/** The first six and the last four digits. */
export const masked = (number: string) =>
  number.slice(0, 6) + 'X'.repeat(Math.max(number.length - 10, 2)) + number.slice(-4);
