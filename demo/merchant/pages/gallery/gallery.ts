import type { PayCheckout } from 'pay-checkout';
import { byId, make } from '../dom.js';
import { fill } from '../playground/fill.js';
import { layouts } from './layouts.js';
import { answerPayments, serviceOf, waitForever } from './service.js';
import { situations, type Situation } from './situations.js';

/** The address holds what is shown, so that a page test or a colleague can open the same. */
const chosen = new URLSearchParams(location.search);
const lang = chosen.get('lang') ?? 'en';
const width = chosen.get('width') ?? '390';
const scheme = chosen.get('scheme') ?? 'light';

/** A form is remembered by its reference, and each visit to the gallery begins with forms that nobody has paid with. */
const visit = crypto.randomUUID();

function makeForm(situation: Situation): PayCheckout {
  const form = document.createElement('pay-checkout');
  const attributes: Situation['attributes'] = {
    'base-url': serviceOf(situation.name),
    'publishable-key': 'pk_test_gallery',
    'client-secret': 'pi_secret_gallery',
    reference: `${visit} ${situation.name}`,
    amount: '10000',
    ...situation.attributes,
  };
  for (const [name, value] of Object.entries(attributes))
    if (value !== undefined) form.setAttribute(name, value);
  const { status } = situation;
  if (status) form.fetchStatus = (id) => Promise.resolve({ id, amount: 10_000, currency: 'SAR', ...status });
  Object.assign(form, situation.properties);
  for (const [slot, text] of Object.entries(situation.slots ?? {})) form.append(make('p', { slot }, text));
  // The gallery stays where it is.
  form.addEventListener('pay-outcome', (event) => event.preventDefault());
  return form;
}

/** Does what the payer does, and waits for what comes of it. */
async function bring(form: PayCheckout, { deed, state }: Situation): Promise<void> {
  await form.updateComplete;
  if (deed === 'press') form.reportValidity();
  else if (deed === 'pay') {
    fill(form, { number: '4111111111111111', network: 'visa' } as never);
    form.submit().catch(() => undefined);
  } else if (deed) {
    const number = form.shadowRoot?.querySelector('input');
    if (!number) return;
    number.value = deed.type;
    number.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    number.dispatchEvent(new FocusEvent('focusout', { bubbles: true, composed: true }));
  }
  while (form.state !== state) await new Promise(requestAnimationFrame);
  await form.updateComplete;
}

async function showSituation(situation: Situation): Promise<void> {
  const form = makeForm(situation);
  byId('situations').append(frame(situation.name, form));
  await bring(form, situation);
}

function showLayouts(): void {
  const ready = situations.find(({ name }) => name === 'ready') as Situation;
  for (const { name, place } of layouts)
    byId('layouts').append(frame(name, place(makeForm({ ...ready, name }))));
}

const frame = (name: string, content: HTMLElement) =>
  make('figure', {}, make('figcaption', {}, name), make('div', { className: 'place' }, content));

async function open(): Promise<void> {
  const controls = byId('controls') as HTMLFormElement;
  for (const [name, value] of Object.entries({ lang, width, scheme })) {
    const control = controls.elements.namedItem(name) as HTMLSelectElement;
    control.value = value;
  }
  controls.addEventListener('change', () => controls.requestSubmit());
  const shown = byId('shown');
  shown.lang = lang;
  shown.dataset['width'] = width;
  document.documentElement.dataset['scheme'] = scheme;

  answerPayments();
  waitForever();
  await customElements.whenDefined('pay-checkout');
  showLayouts();
  await Promise.all(situations.map(showSituation));
  // Tests wait for this.
  document.documentElement.dataset['ready'] = '';
}

void open();
