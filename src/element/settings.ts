import type { ComplexAttributeConverter } from '@lit/reactive-element';

/** An attribute that is not there is undefined, as a property that was never set is. */
export const textAttribute: ComplexAttributeConverter<string | undefined> = {
  fromAttribute: (value) => value ?? undefined,
};

/**
 * An integer in decimal digits. Lit's own converter makes an empty attribute 0, and reads `100.00`, `1e4` and `0x2710` as
 * amounts that were not meant: here they are no number, which is a configuration error.
 */
export const numberAttribute: ComplexAttributeConverter<number | undefined> = {
  fromAttribute: (value) => {
    const text = value?.trim();
    if (!text) return undefined;
    return /^\d+$/.test(text) ? Number(text) : NaN;
  },
};

const text = <Name extends string>(attribute: Name) => ({ attribute, converter: textAttribute }) as const;
const number = <Name extends string>(attribute: Name) => ({ attribute, converter: numberAttribute }) as const;
const flag = <Name extends string>(attribute: Name) => ({ attribute, type: Boolean }) as const;
/** No attribute: a function or an object has no text, and a token must not stand in the HTML. */
const property = () => ({ attribute: false }) as const;

/**
 * What a page sets on `<pay-checkout>` to say what is to be paid, and how: each setting under the name of its property. The
 * rows are Lit's declarations of properties. `SettingsElement` declares the type and the description of each.
 */
export const settings = {
  publishableKey: text('publishable-key'),
  clientSecret: text('client-secret'),
  intentId: text('intent-id'),
  baseUrl: text('base-url'),
  intentUrl: text('intent-url'),
  fetchIntent: property(),
  checkoutUrl: text('checkout-url'),
  reference: text('reference'),
  statusUrl: text('status-url'),
  fetchStatus: property(),
  amount: number('amount'),
  currency: text('currency'),
  expiresAt: text('expires-at'),
  methods: text('methods'),
  networks: text('networks'),
  madaPrefixes: property(),
  manual: flag('manual'),
  metadata: property(),
  splits: property(),
  invoiceId: property(),
  frameSrc: { ...text('frame-src'), reflect: true },
  challenge: text('challenge'),
  challengeHosts: text('challenge-hosts'),
  savedCards: property(),
  saveCard: text('save-card'),
  merchantName: text('merchant-name'),
  country: text('country'),
  samsungServiceId: text('samsung-service-id'),
  walletScripts: text('wallet-scripts'),
  validateMerchant: property(),
  timeout: number('timeout'),
};

/** The name of a setting's property. */
export type Setting = keyof typeof settings;

export const settingNames = Object.keys(settings) as readonly Setting[];

/** The settings as the page has set them: a page, or a framework's template, may set values of any type. */
export type RawConfig = Readonly<Partial<Record<Setting, unknown>>>;

/** All properties of `<pay-checkout>` that Lit manages. */
export const properties = { ...settings, messages: property() };

/** Properties that reflect their attribute, as on native controls, so Lit does not manage them. */
export const reflectedProperties = {
  name: { attribute: 'name' },
  disabled: { attribute: 'disabled' },
} as const;
