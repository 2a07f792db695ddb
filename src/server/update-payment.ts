import * as z from 'zod/mini';

/** Body of `PUT /payments/{id}`: at least one of the two. */
export const paymentUpdate = z
  .strictObject({
    description: z.optional(z.string()),
    /** Keys and values both strings. It takes the place of what was there. */
    metadata: z.optional(z.record(z.string(), z.string())),
  })
  .check(
    z.refine((body) => body.description !== undefined || body.metadata !== undefined, {
      error: 'must have a `description` or `metadata`',
    }),
  );
export type UpdatePayment = z.infer<typeof paymentUpdate>;
