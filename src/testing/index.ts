/**
 * For the tests of those who integrate the checkout: the payment service with controls, its test cards, and what an
 * order must have come to. It refuses live keys.
 */
export { testAmounts, testCodes, testMobiles, type AmountRange } from '../sandbox/bank/test-values.js';
export { expectSettled, type ExpectedOrder } from './expect-settled.js';
export type { PayOptions, PaymentResult as PayResult } from './pay-order.js';
export { connectSandbox, startSandbox } from './start-sandbox.js';
export {
  bankAnswers,
  testCards,
  type BankAnswer,
  type TestCard as Card,
  type CardsOfNetwork,
  type TypedCard,
  type VisaCards,
} from './test-cards.js';
export type {
  DeliverOptions,
  FaultOrder,
  Fixture,
  Fixtures,
  MadeFixtures,
  SandboxDelivery,
  Sent,
  TestSandbox,
} from './test-sandbox.js';
export type { NamespaceOptions } from './test-keys.js';
