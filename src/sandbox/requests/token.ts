import * as z from 'zod/mini';
import { cardSource } from '../../wire/index.js';
import { uri } from '../../wire/scalar.js';
import { absent, flag, metadata, month, year } from './lenient.js';

/** A card to be saved without a payment. Fields that it does not know are ignored. */
export const newToken = z.object({
  name: cardSource.shape.name,
  number: cardSource.shape.number,
  month,
  year,
  cvc: cardSource.shape.cvc,
  /** Where the payer goes after the authentication; not needed for a token that is only saved. */
  callback_url: absent(uri),
  /** Save it without authentication: the token then pays once, and that payment authenticates the payer. */
  save_only: absent(flag),
  metadata: absent(metadata),
  /** The key, for clients that send no header. */
  publishable_api_key: absent(z.string()),
});
export type NewToken = z.infer<typeof newToken>;
