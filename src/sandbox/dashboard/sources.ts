import { deliveries, repeats } from './delivery-entries.js';
import { intents } from './intent-entries.js';
import { invoices } from './invoice-entries.js';
import { payments } from './payment-entries.js';
import { requests } from './request-entries.js';
import type { Source } from './source.js';
import { webhooks } from './webhook-entries.js';

/** What follows from something comes before it here: of one moment, it is the newer. */
export const sources: readonly Source[] = [
  repeats,
  deliveries,
  payments,
  intents,
  invoices,
  webhooks,
  requests,
];
