import { deliveries, repeats } from './delivery-entries.js';
import { intents } from './intent-entries.js';
import { invoices } from './invoice-entries.js';
import { payments } from './payment-entries.js';
import { requests } from './request-entries.js';
import type { Source } from './source.js';
import { tokens } from './token-entries.js';
import { webhooks } from './webhook-entries.js';

/** An effect stands before its cause here, so that of one moment the effect counts as the newer. */
export const sources: readonly Source[] = [
  repeats,
  deliveries,
  payments,
  tokens,
  intents,
  invoices,
  webhooks,
  requests,
];
