import * as z from 'zod/mini';
import { nullish, openEnum, textUpTo, uuid } from './scalar.js';

/** Who receives a part of the money; interface 2.5. */
export const recipientTypes = ['Entity', 'Platform', 'Beneficiary'] as const;

const splitAmount = z.int().check(z.refine((value) => value !== 0, { error: 'must not be zero' }));

/** What the service promises of a split; interface 2.5. */
export const splitContract = z.looseObject({
  /** Integer, smallest currency unit, any value but zero; interface 2.5. */
  amount: splitAmount,
  recipient_type: z.enum(recipientTypes),
  recipient_id: uuid,
  /** At most 255 characters; interface 2.5. */
  reference: nullish(textUpTo(255)),
  /** At most 255 characters; interface 2.5. */
  description: nullish(textUpTo(255)),
  /** Marks the split that is charged the fees; interface 2.5. */
  fee_source: z.boolean(),
  /** Whether a refund of the payment reverses it; interface 2.5. */
  refundable: z.boolean(),
});

/** How a split is read; interface 2.5. */
export const split = z.looseObject({
  /** Integer, smallest currency unit; interface 2.5. */
  amount: nullish(z.int()),
  recipient_type: nullish(openEnum(recipientTypes)),
  recipient_id: nullish(z.string()),
  reference: nullish(z.string()),
  description: nullish(z.string()),
  fee_source: nullish(z.boolean()),
  refundable: nullish(z.boolean()),
});
export type Split = z.infer<typeof split>;

/** A split as it is sent with a payment; interface 2.5. */
export const splitRequest = z.strictObject({
  /** Integer, smallest currency unit, any value but zero; interface 2.5. */
  amount: splitAmount,
  recipient_id: uuid,
  recipient_type: z.optional(z.enum(recipientTypes)),
  /** At most 255 characters; interface 2.5. */
  reference: z.optional(textUpTo(255)),
  /** At most 255 characters; interface 2.5. */
  description: z.optional(textUpTo(255)),
  fee_source: z.optional(z.boolean()),
  /** True when omitted; interface 2.5. */
  refundable: z.optional(z.boolean()),
});
export type SplitRequest = z.infer<typeof splitRequest>;
