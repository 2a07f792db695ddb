import { type IntentRow, intentView } from '../intents/intent.js';
import { entry } from './entry.js';
import { named, newest, priced } from './rows.js';
import type { Source } from './source.js';
import { intentState } from './states.js';

export const intents: Source = {
  kind: 'intent',
  before: (service, place, limit) =>
    newest<IntentRow>(service, 'intents', place, limit).map((row) => ({
      place: row.place,
      at: row.created_at,
      entry: () =>
        entry({
          key: `intent-${row.id}`,
          kind: 'intent',
          ...named(row),
          ...priced(row),
          ...intentState(row, service.clock.now()),
          raw: { ...intentView(row), client_secret: '…' },
        }),
    })),
};
