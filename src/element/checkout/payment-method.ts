import type { Card } from '../card/card.js';
import { PayError } from '../../error.js';
import type { Price } from './price.js';

/** What pays instead of a typed card: `{ type: 'token', token }` of a saved one, or what the page has obtained itself. */
export interface ExternalSource {
  readonly type: string;
  readonly [field: string]: unknown;
}

/**
 * What one try pays by, chosen when the payer pays. It belongs to the try, and not to the intent: the next try on the
 * same intent may pay by something else. A typed card is not in it, because it stays in the inputs until it is sent.
 */
export type ChosenMethod =
  | {
      readonly kind: 'card';
      /** Whether the service is to keep the card. */
      readonly save: boolean;
    }
  /** Holds a credential, such as a token. Only the gateway reads it. */
  | {
      readonly kind: 'external';
      readonly source: ExternalSource;
      /** What a wallet's sheet has shown the payer: nothing else may be charged. */
      readonly price?: Price;
      /** Why nothing may be sent, although the payer has approved a wallet's sheet. */
      readonly problem?: PayError;
    };

/** What a wallet's sheet has shown; undefined for all else. */
export const getSheetPrice = (method: ChosenMethod): Price | undefined =>
  method.kind === 'external' ? method.price : undefined;

/** A sheet may only speak of its own payment, so it does not join another one that is under way. */
export const createBusyError = (): PayError =>
  new PayError('canceled', 'Another payment is under way. Nothing was sent.', { retryable: true });

export const createStopError = (cause: unknown): PayError =>
  new PayError('canceled', 'The attempt was stopped before anything was sent.', { retryable: true, cause });

/** What pays, as events call it: they never hold a token, a number or a mobile number. */
export const methodNames = ['card', 'saved', 'applepay', 'samsungpay', 'stcpay', 'other'] as const;
export type MethodName = (typeof methodNames)[number];

export function getMethodName(method: ChosenMethod): MethodName {
  if (method.kind === 'card') return 'card';
  const { type } = method.source;
  return type === 'token' ? 'saved' : (namedMethods.find((name) => name === type) ?? 'other');
}

const namedMethods = ['applepay', 'samsungpay', 'stcpay'] as const;

/** The same at the moment of sending. */
export type SentMethod =
  | (Extract<ChosenMethod, { kind: 'card' }> & { readonly card: Card })
  | Extract<ChosenMethod, { kind: 'external' }>;
