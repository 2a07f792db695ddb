import type { PayCheckout } from 'pay-checkout';
import { byId, make } from '../dom.js';
import { toJson, unfold } from './json.js';

/** Something that happened on the page. */
interface Entry {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly name: string;
  /** What of it is seen without opening it. */
  readonly about: string;
  readonly json: string;
}

const key = 'playground-timeline';
const capacity = 100;
const events = ['ready', 'change', 'invalid', 'attempt', 'redirect', 'cancel', 'outcome', 'error'].map(
  (it) => `pay-${it}`,
);

const isText = (value: unknown) => typeof value === 'string';

let entries = restored();

/** Shows what happened before this page was opened, then every event of the element, and every state that it is in. */
export function follow(checkout: PayCheckout): void {
  byId('timeline').replaceChildren(...entries.map(item).reverse());
  byId('no-events').hidden = entries.length > 0;
  let state = '';
  const look = () => {
    if (checkout.state === state) return;
    addEntry('state', state ? `${state} → ${checkout.state}` : checkout.state, { state: checkout.state });
    state = checkout.state;
    byId('state').textContent = state;
    byId('state').dataset['state'] = state;
  };
  for (const name of events)
    checkout.addEventListener(name, (event) => {
      look();
      const { detail } = event as CustomEvent<unknown>;
      addEntry(name, summary(detail), detail);
    });
  // No event tells of a state as such, and each is another look of the form.
  if (checkout.shadowRoot)
    new MutationObserver(look).observe(checkout.shadowRoot, {
      subtree: true,
      childList: true,
      attributes: true,
    });
  look();
}

export function addEntry(name: string, about: string, detail: unknown): void {
  const entry = { at: Date.now(), name, about, json: toJson(detail) };
  entries = [...entries, entry].slice(-capacity);
  sessionStorage.setItem(key, JSON.stringify(entries));
  const list = byId('timeline');
  const fresh = item(entry);
  fresh.className = 'fresh';
  // The newest first.
  list.prepend(fresh);
  if (list.childElementCount > capacity) list.lastElementChild?.remove();
  byId('no-events').hidden = true;
}

export function clear(): void {
  entries = [];
  sessionStorage.removeItem(key);
  byId('timeline').replaceChildren();
  byId('no-events').hidden = false;
}

function item({ at, name, about, json }: Entry): HTMLElement {
  const moment = new Date(at);
  const time = `${moment.toLocaleTimeString('en-GB')}.${String(moment.getMilliseconds()).padStart(3, '0')}`;
  const line = [
    make('time', { dateTime: moment.toISOString() }, time),
    make('b', {}, name),
    make('span', { className: 'about' }, about),
  ];
  return make('li', { 'data-kind': name }, unfold(false, line, json));
}

/** The word of an event's detail that tells most. */
function summary(detail: unknown): string {
  const { outcome, error, brand, complete, fields, paymentId, url, method } = Object(detail) as Record<
    string,
    unknown
  >;
  if (outcome) return (outcome as { status: string }).status;
  if (error) return (error as { code: string }).code;
  if (typeof complete === 'boolean')
    return [brand, complete ? 'complete' : 'not complete'].filter(Boolean).join(', ');
  if (Array.isArray(fields)) return fields.map(({ field }: { field: string }) => field).join(', ');
  if (typeof url === 'string') return new URL(url).host;
  if (typeof paymentId === 'string') return paymentId.slice(0, 8);
  return typeof method === 'string' ? method : '';
}

function restored(): readonly Entry[] {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '[]') as Entry[];
    return stored.filter(
      ({ at, name, about, json }) => Number.isFinite(at) && [name, about, json].every(isText),
    );
  } catch {
    return [];
  }
}
