import { byId, make } from '../dom.js';
import type { Service } from './attributes.js';
import { toJson, unfold } from './json.js';

/** A request as the sandbox logs it, secrets masked. */
interface LogEntry {
  readonly at: string;
  readonly method: string;
  readonly path: string;
  readonly status: number | null;
  readonly key: string | null;
  readonly payment_id: string | null;
  readonly body: unknown;
}

/** A webhook's message as the shop's backend tells it. */
interface Received {
  readonly received_at: string;
  readonly message: { readonly type: string };
}

/** Seconds between one look and the next, as long as no message has come. */
const waits = [0, 0.3, 0.7, 1, 2, 3, 5, 8, 13];

let latest = '';

/** Shows what the service and the shop were sent about a payment. Of two calls the later one goes on. */
export async function inspect(paymentId: string, service: Service): Promise<void> {
  latest = paymentId;
  byId('payment').textContent = paymentId;
  for (const seconds of waits) {
    await new Promise((passed) => setTimeout(passed, seconds * 1000));
    if (latest !== paymentId) return;
    const messages = await look(paymentId, service).catch(() => 0);
    if (messages > 0) return;
  }
}

/** Shows how it is now, and tells how many messages there were. */
export async function look(paymentId: string, { baseUrl }: Service): Promise<number> {
  const [log, messages] = await Promise.all([
    read<LogEntry[]>(new URL('/sandbox/log', baseUrl)),
    read<Received[]>(`/api/playground/webhooks?payment=${encodeURIComponent(paymentId)}`),
  ]);
  const requests = log.filter(
    ({ payment_id: id, body }) =>
      id === paymentId || (Object(body) as { given_id?: unknown }).given_id === paymentId,
  );
  replace('requests', 'no-requests', requests.map(request));
  replace('messages', 'no-messages', messages.map(message));
  return messages.length;
}

async function read<T>(url: URL | string): Promise<T> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${String(url)} answered ${response.status}.`);
  return (await response.json()) as T;
}

/** Only what is new is put in: something that was opened stays open, and keeps the focus. */
function replace(list: string, none: string, items: readonly HTMLElement[]): void {
  byId(none).hidden = items.length > 0;
  const place = byId(list);
  const old = [...place.children];
  for (const item of old.slice(items.length)) item.remove();
  for (const [index, item] of items.entries()) {
    const there = old[index];
    if (!there) place.append(item);
    else if (there.textContent !== item.textContent) there.replaceWith(item);
  }
}

function request({ method, path, status, key, body }: LogEntry): HTMLElement {
  const line = [
    make('b', {}, method),
    make('code', {}, path),
    make('span', { className: 'about' }, `${status ?? 'dropped'} · ${key ?? 'no key'}`),
  ];
  // What the shop's own server asks has no body, and nothing to open.
  return make('li', {}, body ? unfold(true, line, toJson(body)) : make('p', { className: 'line' }, ...line));
}

function message({ received_at: at, message }: Received): HTMLElement {
  const time = make('time', { dateTime: at }, new Date(at).toLocaleTimeString('en-GB'));
  return make('li', {}, unfold(true, [time, make('b', {}, message.type)], toJson(message)));
}
