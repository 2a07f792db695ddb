import type { Check } from './run.js';
import { answerChecks } from './checks/answers.js';
import { challengeChecks } from './checks/challenges.js';
import { couponChecks } from './checks/coupons.js';
import { intentChecks } from './checks/intents.js';
import { methodChecks } from './checks/methods.js';
import { operationChecks } from './checks/operations.js';
import { paymentChecks } from './checks/payments.js';
import { resourceChecks } from './checks/resources.js';

/** Everything that the product assumes about the service without a document that says it. New rows go at the end. */
export const checks: readonly Check[] = [
  ...intentChecks,
  ...paymentChecks,
  ...challengeChecks,
  ...operationChecks,
  ...resourceChecks,
  ...couponChecks,
  ...answerChecks,
  ...methodChecks,
];
