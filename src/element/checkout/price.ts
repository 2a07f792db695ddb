/** What the payer is shown, and so what may be charged; smallest currency unit. */
export interface Price {
  readonly amount: number;
  readonly currency: string;
}

/** The price in a response, of which each part may be missing. */
export type WrittenPrice = { readonly [K in keyof Price]?: Price[K] | null | undefined };

/** What the payer was shown, and what the payment is over instead. */
export interface PriceDifference {
  readonly shown: Price;
  readonly charged: Price;
}

export const isSamePrice = (a: WrittenPrice | undefined, b: WrittenPrice | undefined): boolean =>
  a?.amount === b?.amount && a?.currency === b?.currency;

/** Undefined where both are the same, and where nothing was shown or the payment names no amount. */
export function findDifference(
  shown: Price | undefined,
  { amount, currency }: WrittenPrice = {},
): PriceDifference | undefined {
  if (!shown || typeof amount !== 'number') return undefined;
  const charged = { amount, currency: currency ?? shown.currency };
  return isSamePrice(shown, charged) ? undefined : { shown, charged };
}

/** For the developer. */
export const writeDifference = (shown: Price, what: string, { amount, currency }: WrittenPrice): string =>
  `The payer was shown ${shown.amount} ${shown.currency} (smallest unit), but the ${what} is over ` +
  `${amount ?? '?'} ${currency ?? '?'}.`;
