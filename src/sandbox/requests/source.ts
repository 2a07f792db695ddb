import * as z from 'zod/mini';
import { cardSource, payTokenSource } from '../../wire/index.js';
import { absent, flag, month, year } from './lenient.js';

/** A card as the service takes it. Members that it does not know, such as `company` or `3ds`, are ignored. */
export const card = z.object({
  ...cardSource.shape,
  month,
  year,
  manual: absent(flag),
  save_card: absent(flag),
});
export type Card = z.infer<typeof card>;

const token = z.object({ ...payTokenSource.shape, manual: absent(flag) });

/** What pays. */
export const source = z.discriminatedUnion('type', [card, token]);
export type Source = z.infer<typeof source>;
