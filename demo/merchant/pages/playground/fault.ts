import { byId, make } from '../dom.js';
import type { Service } from './attributes.js';
import { announce } from './announce.js';

/** What the sandbox can be told to do, and what a payer's network or the service does then. */
const faults = {
  'drop-after':
    'The payment is made, and the answer is lost. Twice, since a browser may send once more by itself.',
  'drop-before': 'The connection breaks before anything is done.',
  delay: 'The payment is made, and the answer comes 3 s later.',
  truncated: 'The payment is made, and half of the answer arrives.',
  'unknown-status': 'The payment is made, and its status is a word that nobody knows.',
  'no-transaction-url': 'The bank is to be asked, and its address is missing.',
  'bad-transaction-url': 'The bank’s address is no address to go to.',
  'html-403': 'A firewall answers with a page of its own.',
  '401': 'The key is refused.',
  '405': 'The account is not activated.',
  '429': 'Too many requests.',
  '500': 'The service breaks.',
  '503': 'The service is down for maintenance.',
} as const;

const isFault = (name: string): name is keyof typeof faults => name in faults;

interface Order {
  readonly route: string | undefined;
  readonly fault: string | undefined;
  readonly times: number;
}

/** Orders faults at the sandbox itself, by the switches that it has for tests. */
export function bindFaults(form: HTMLFormElement, { baseUrl }: Service): void {
  const select = form.elements.namedItem('fault') as HTMLSelectElement;
  select.append(...Object.keys(faults).map((name) => make('option', { value: name }, name)));
  select.value = 'drop-after';
  const explain = () => {
    // After a broken connection a browser may send once more by itself, and that would be answered.
    (form.elements.namedItem('times') as HTMLInputElement).value = select.value.startsWith('drop')
      ? '2'
      : '1';
    byId('fault-text').textContent = isFault(select.value) ? faults[select.value] : '';
  };
  select.addEventListener('change', explain);
  explain();
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const data = new FormData(form);
    const [route, fault, times] = ['route', 'fault', 'times'].map((name) => String(data.get(name)));
    void order(new URL('/sandbox/faults', baseUrl), { route, fault, times: Number(times) });
  });
}

async function order(url: URL, ordered: Order): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  try {
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(ordered) });
    if (!response.ok) throw new Error(`The sandbox answered ${response.status}.`);
    const { route, fault, times } = ordered;
    const which = times === 1 ? 'the next request' : `the next ${times} requests`;
    announce(`Ordered: ${fault} for ${which} of “${route}”.`);
  } catch {
    announce('The sandbox did not take the order.');
  }
}
