import type { Config } from '../../../../src/element/checkout/config.js';
import { createPurchase } from '../../../../src/element/checkout/sources.js';

/** How a merchant has set up the page. */
export interface SetUp {
  readonly name: string;
  /** What the page sets at its `load`th load. */
  readonly config: (load: number) => Config;
  /** Whether it sets something else at each load. */
  readonly perLoad?: boolean;
  /** The merchant's server keeps one record for the order, as `createCheckout` does. */
  readonly guarded: boolean;
  /** The merchant's server answers the same intent and id while the intent is unused, and guards nothing else. */
  readonly repeats?: boolean;
  /** The address stands for the order of the session: after a paid one, a new visit is about another order. */
  readonly ofSession?: boolean;
}

const base = {
  baseUrl: 'https://api.example.com/v1',
  publishableKey: 'pk_test_1',
  price: { amount: 100, currency: 'SAR' },
  expiresAt: undefined,
  networks: [],
  manual: false,
  metadata: undefined,
  splits: undefined,
  invoiceId: undefined,
  timeout: 60_000,
} as const;
const page = 'https://shop.example/pay';

function config(source: Config['intentSource'], askable: boolean, reference?: string): Config {
  const status = askable ? ({ kind: 'url', url: `${page}/status` } as const) : ({ kind: 'none' } as const);
  return {
    ...base,
    intentSource: source,
    statusSource: status,
    purchase: createPurchase(reference, source, base.price, page),
  };
}

const once = (made: Config) => () => made;
const secret = (load: number) =>
  ({ kind: 'secret', clientSecret: `pi_secret_${load}`, intentId: `i${load}` }) as const;

const checkoutUrl = { kind: 'checkout', url: `${page}/intent` } as const;
const intentUrl = { kind: 'url', url: `${page}/intent` } as const;

export const setUps: readonly SetUp[] = [
  { name: 'checkout-url', config: once(config(checkoutUrl, true)), guarded: true },
  { name: 'intent-url and status-url', config: once(config(intentUrl, true)), guarded: false },
  { name: 'intent-url alone', config: once(config(intentUrl, false)), guarded: false },
  {
    name: 'intent-url alone, which names the payment',
    config: once(config(intentUrl, false)),
    guarded: false,
    repeats: true,
  },
  { name: 'client-secret', config: once(config(secret(0), false)), guarded: false },
  { name: 'client-secret and status-url', config: once(config(secret(0), true)), guarded: false },
  {
    // A page that renders a new secret at each load: `reference` is what makes it one purchase.
    name: 'a secret for each load, reference',
    config: (() => {
      const made = new Map<number, Config>();
      return (load: number) => {
        const known = made.get(load) ?? config(secret(load), true, 'order-7');
        made.set(load, known);
        return known;
      };
    })(),
    perLoad: true,
    guarded: false,
  },
  {
    name: 'checkout-url of the session',
    config: once(config(checkoutUrl, true)),
    guarded: true,
    ofSession: true,
  },
];
