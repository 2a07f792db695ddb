import { byId, make } from './dom.js';
import { currentWords, inEachLanguage } from './language.js';

interface Service {
  readonly checkout: { readonly baseUrl: string; readonly publishableKey: string };
}

const server = '/api/playground';

/** The form with the sandbox behind it, or, if the payer comes back from the bank, what the server knows of the payment. */
async function open(): Promise<void> {
  if (new URLSearchParams(location.search).has('id')) {
    byId('try').replaceChildren(make('pay-result', { 'status-url': `${server}/status` }));
    byId('again').hidden = false;
    return;
  }
  const response = await fetch(server);
  if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
  const { checkout } = (await response.json()) as Service;
  const [amount, currency] = ['10000', 'SAR'];
  const query = new URLSearchParams({ amount, currency, page: 'door' });
  byId('try').append(
    make('pay-checkout', {
      'base-url': checkout.baseUrl,
      'publishable-key': checkout.publishableKey,
      'intent-url': `${server}/intent?${query.toString()}`,
      'status-url': `${server}/status`,
      // Each visit may pay again.
      reference: crypto.randomUUID(),
      amount,
      currency,
    }),
  );
}

inEachLanguage(() => (document.title = `${currentWords().doorTitle} – pay-checkout`));
open().catch(() => (byId('trouble').hidden = false));
