import { networks } from './cards.js';
import type { Settings } from './settings.js';

/** Where the payments are made: what the shop's backend says. Both may be public. */
export interface Service {
  readonly baseUrl: string;
  readonly publishableKey: string;
}

/** The ways to pay, in the order of the page. */
export const allMethods = ['applepay', 'samsungpay', 'creditcard', 'stcpay'] as const;
const wallets: readonly string[] = ['applepay', 'samsungpay'];

export type Attributes = Readonly<Record<string, string>>;

/** The attributes of the element: those on the screen and those in the code to copy are the same ones. */
export function attributesOf(settings: Settings, { baseUrl, publishableKey }: Service): Attributes {
  const {
    amount,
    currency,
    purchase,
    manual,
    lang,
    dir,
    status,
    framed,
    networks: accepted,
    methods,
  } = settings;
  const query = new URLSearchParams({ amount, currency, purchase: String(purchase) });
  return {
    'base-url': baseUrl,
    'publishable-key': publishableKey,
    'intent-url': `/api/playground/intent?${query.toString()}`,
    ...(status && { 'status-url': '/api/playground/status' }),
    amount,
    currency,
    ...(accepted.length < networks.length && { networks: accepted.join(' ') }),
    ...(methods.join(' ') !== 'creditcard' && { methods: methods.join(' ') }),
    ...(methods.some((method) => wallets.includes(method)) && { 'merchant-name': 'Finjan' }),
    ...(methods.includes('samsungpay') && { 'samsung-service-id': 'a-fake', 'wallet-scripts': 'samsung' }),
    ...(manual && { manual: '' }),
    ...(framed && { 'frame-src': frameOf(baseUrl) }),
    ...(lang && { lang }),
    ...(dir && { dir }),
  };
}

/** Where the sandbox has the form for frames: `localhost` is another origin than the shop's. */
const frameOf = (baseUrl: string) => `http://localhost:${new URL(baseUrl).port}/pay-frame.html`;

/** Gives an element these attributes, and takes away those that it had from here before. */
export function setAttributes(element: HTMLElement, attributes: Attributes, before: Attributes = {}): void {
  for (const name of Object.keys(before)) if (!(name in attributes)) element.removeAttribute(name);
  for (const [name, value] of Object.entries(attributes))
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
