import * as z from 'zod/mini';
import { updatePayment } from '../wire/index.js';

/** Body of `PUT /payments/{id}` that changes something. */
export const paymentUpdate = updatePayment.check(
  z.refine((body) => body.description !== undefined || body.metadata !== undefined, {
    error: 'must have a `description` or `metadata`',
  }),
);
