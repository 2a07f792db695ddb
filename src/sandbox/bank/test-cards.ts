import type { Network } from '../../wire/networks.js';

/** The cards of a network by what the bank makes of a payment, once the payer has passed the bank's page with "Authenticated". */
export interface CardsOfNetwork {
  /** Paid, code 00. */
  readonly approved: string;
  /** UNSPECIFIED FAILURE, code 99. */
  readonly unspecifiedFailure: string;
  /** INSUFFICIENT FUNDS, code 51. */
  readonly insufficientFunds: string;
  /** DECLINED: LOST CARD, code 41. */
  readonly lostCard: string;
  /** DECLINED, code 05. */
  readonly declined: string;
  /** DECLINED: EXPIRED CARD, code 54. */
  readonly expiredCard: string;
  /** DECLINED: EXCEEDS WITHDRAWAL LIMIT, code 61. */
  readonly exceedsLimit: string;
  /** DECLINED: STOLEN CARD, code 43. */
  readonly stolenCard: string;
}

/** Visa cards that say something about 3-D Secure itself. */
export interface VisaCards extends CardsOfNetwork {
  /** Paid at once, without the bank's page. */
  readonly withoutChallenge: string;
  /** These six fail with a message about 3-D Secure, whatever the payer answers. */
  readonly authenticationAttempted: string;
  readonly authenticationError: string;
  readonly otherAuthenticationError: string;
  readonly notEnrolled: string;
  readonly authenticationRejected: string;
  readonly authenticationUnavailable: string;
}

/**
 * The service's test cards by network and meaning. Any other number is declined with code 05. Any expiry date in the
 * future, any name, and any security code of the right length will do.
 */
export const testCards: Readonly<Record<Exclude<Network, 'visa'>, CardsOfNetwork>> & {
  readonly visa: VisaCards;
} = {
  mada: {
    approved: '4201320111111010',
    unspecifiedFailure: '4201320000013020',
    insufficientFunds: '4201320000311101',
    lostCard: '4201320131000508',
    declined: '4201321234411220',
    expiredCard: '4201322267774310',
    exceedsLimit: '4201326324640570',
    stolenCard: '4201321144311528',
  },
  visa: {
    approved: '4111111111111111',
    unspecifiedFailure: '4123120000000000',
    insufficientFunds: '4123120001090000',
    lostCard: '4123450131000508',
    declined: '4123120001090109',
    expiredCard: '4123128518640738',
    exceedsLimit: '4123123033308648',
    stolenCard: '4123125276780003',
    withoutChallenge: '4111114005765430',
    authenticationAttempted: '4111118250252531',
    authenticationError: '4111113343111067',
    otherAuthenticationError: '4111112205628150',
    notEnrolled: '4111116611600661',
    authenticationRejected: '4111115784228433',
    authenticationUnavailable: '4111115620358287',
  },
  master: {
    approved: '5421080101000000',
    unspecifiedFailure: '5105105105105100',
    insufficientFunds: '5457210001000092',
    lostCard: '5204010101000000',
    declined: '5204730000002514',
    expiredCard: '5105107550274126',
    exceedsLimit: '5105106475101067',
    stolenCard: '5105107304607225',
  },
  amex: {
    approved: '340000000900000',
    unspecifiedFailure: '371111111111114',
    insufficientFunds: '340033000000000',
    lostCard: '340012340501000',
    declined: '340033000000133',
    expiredCard: '340000018441278',
    exceedsLimit: '340000753060788',
    stolenCard: '340000418501838',
  },
  unionpay: {
    approved: '6200000000000005',
    unspecifiedFailure: '6200000000000013',
    insufficientFunds: '6200000000000021',
    lostCard: '6200000000000039',
    declined: '6200000000000047',
    expiredCard: '6200000000000054',
    exceedsLimit: '6200000000000062',
    stolenCard: '6200000000000070',
  },
};
