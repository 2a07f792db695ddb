import { type TokenRow, tokenView } from '../tokens/token.js';
import { entry } from './entry.js';
import { newest } from './rows.js';
import type { Source } from './source.js';
import { tokenState } from './states.js';

export const tokens: Source = {
  kind: 'token',
  before: (service, place, limit) =>
    newest<TokenRow>(service, 'tokens', place, limit).map((row) => ({
      place: row.place,
      at: row.created_at,
      entry: () => {
        const view = tokenView(row, service.clock.now());
        return entry({
          // By its number, because the id of a token is a credential.
          key: `token-${row.place}`,
          kind: 'token',
          // Without the prefix, which is the same for all of them.
          id: row.id.replace('token_', ''),
          at: row.created_at,
          about: `${view.brand} •••• ${view.last_four}`,
          ...tokenState(view),
          ...(row.status === 'initiated' &&
            row.challenge && { link: `/3ds/${row.challenge}`, linkText: 'Answer the challenge' }),
          raw: { ...view, id: 'token_…', verification_url: view.verification_url && '…' },
        });
      },
    })),
};
