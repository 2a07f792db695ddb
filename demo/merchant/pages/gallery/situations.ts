import type { PayCheckout } from 'pay-checkout';

/** What the payer does with the form. `pay`: types a card and pays. `press`: presses Pay in an empty form. `type`: types a number. */
type Deed = 'pay' | 'press' | { readonly type: string };

/** A payment as far as the form reads it. */
interface Payment {
  readonly status: string;
  readonly source?: { readonly type: string; readonly message?: string; readonly transaction_url?: string };
}

/** Something that a payer can be looking at, and how the form gets there. */
export interface Situation {
  readonly name: string;
  /** What the form's state is then. */
  readonly state: PayCheckout['state'];
  /** In place of what every form of the gallery has. An attribute that is undefined is left out. */
  readonly attributes?: Readonly<Record<string, string | undefined>>;
  readonly properties?: Partial<PayCheckout>;
  /** What the page puts into the form, by slot. */
  readonly slots?: Readonly<Record<string, string>>;
  readonly deed?: Deed;
  /** What the service answers to the payment; `never`: nothing. */
  readonly answer?: Payment | 'never' | 'lost';
  /** What the merchant's server says of the payment; without it, the form can ask nobody. */
  readonly status?: Payment;
}

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const later = { month: 12, year: new Date().getFullYear() + 3 };

const savedCards = [
  { token: 'token_1', company: 'visa', number: 'XXXX-XXXX-XXXX-1010', ...later },
  { token: 'token_2', company: 'mada', number: 'XXXX-XXXX-XXXX-0003', ...later },
  { token: 'token_3', company: 'master', number: 'XXXX-XXXX-XXXX-4444', month: 1, year: 2020 },
] as const;

/** Every state of the form, and within a state whatever looks different. */
export const situations: readonly Situation[] = [
  { name: 'waiting for the intent', state: 'waiting', attributes: { 'client-secret': undefined } },
  { name: 'ready', state: 'ready' },
  { name: 'ready, without an amount', state: 'ready', attributes: { amount: undefined } },
  { name: 'ready, live', state: 'ready', attributes: { 'publishable-key': 'pk_live_gallery' } },
  { name: 'a message at each field', state: 'ready', deed: 'press' },
  { name: 'a card of two networks', state: 'ready', deed: { type: '4464040000000007' } },
  { name: 'an American Express card', state: 'ready', deed: { type: '340000000900000' } },
  {
    name: 'a card that is not accepted',
    state: 'ready',
    attributes: { networks: 'mada' },
    deed: { type: '4111111111111111' },
  },
  { name: 'saved cards', state: 'ready', properties: { savedCards } },
  { name: 'the offer to save the card', state: 'ready', attributes: { 'save-card': 'offer' } },
  {
    name: 'a summary and a footer of the page',
    state: 'ready',
    slots: { summary: 'Order 7: two cups', footer: 'Your receipt comes by e-mail.' },
  },
  { name: 'switched off', state: 'ready', attributes: { disabled: '' } },
  { name: 'the time to pay ends soon', state: 'ready', attributes: { 'expires-at': inMinutes(4) } },
  { name: 'paying', state: 'paying', deed: 'pay', answer: 'never' },
  { name: 'paid', state: 'paid', deed: 'pay', answer: { status: 'paid' } },
  { name: 'authorized', state: 'authorized', deed: 'pay', answer: { status: 'authorized' } },
  {
    name: 'declined',
    state: 'failed',
    deed: 'pay',
    answer: { status: 'failed', source: { type: 'creditcard', message: 'Insufficient Funds' } },
  },
  {
    name: 'open, and the shop is asked',
    state: 'unknown',
    deed: 'pay',
    answer: 'lost',
    status: { status: 'initiated' },
  },
  { name: 'open, and nobody can be asked', state: 'unknown', deed: 'pay', answer: 'lost' },
  { name: 'expired', state: 'expired', attributes: { 'expires-at': '2020-01-01T00:00:00.000Z' } },
  {
    name: 'set wrongly, in a test',
    state: 'misconfigured',
    attributes: { 'publishable-key': 'sk_test_gallery' },
  },
  {
    name: 'set wrongly, live',
    state: 'misconfigured',
    attributes: { 'publishable-key': 'sk_live_gallery' },
  },
];
