import type { PayCheckout } from 'pay-checkout';
import { byId } from '../dom.js';
import { attributesOf, setAttributes, type Attributes, type Service } from './attributes.js';
import { showCards } from './card-picker.js';
import { cardsOf, networks, type Numbers } from './cards.js';
import { showCode } from './code.js';
import { bindFaults } from './fault.js';
import { inspect, look } from './inspect.js';
import { showOutcome } from './outcome.js';
import { showSheets } from './sheet.js';
import { bindForm } from './settings-form.js';
import { currentSettings, keepSettings, withSettings } from './settings.js';
import { showThemeEditor } from './theme-editor.js';
import { addEntry, clear, follow } from './timeline.js';

interface Setup {
  readonly checkout: Service;
  readonly currencies: readonly string[];
  readonly cards: Numbers;
}

const home = '/demo/merchant/playground.html';
const checkout = byId('pay') as PayCheckout;

/** The build that this page has. */
const { framed } = currentSettings();

async function open(): Promise<void> {
  const build = byId(framed ? 'form-in-frame' : 'form-in-page') as HTMLTemplateElement;
  document.head.append(build.content.cloneNode(true));
  await customElements.whenDefined('pay-checkout');
  const response = await fetch('/api/playground');
  if (!response.ok) throw new Error(`The shop answered ${response.status}.`);
  const { checkout: service, currencies, cards } = (await response.json()) as Setup;

  bindForm(byId('settings') as HTMLFormElement, currencies);
  bindFaults(byId('faults') as HTMLFormElement, service);
  (byId('dashboard') as HTMLAnchorElement).href = new URL('/', service.baseUrl).href;
  byId('card-networks').addEventListener('change', () => chooseCards(cards));
  chooseCards(cards);

  showSheets(checkout);
  let before: Attributes = {};
  withSettings((settings) => {
    // The other build is for another page.
    if (settings.framed !== framed) return location.reload();
    const attributes = attributesOf(settings, service);
    setAttributes(checkout, attributes, before);
    before = attributes;
    byId('stage').dataset['width'] = settings.width;
  });
  showCode(service);
  showThemeEditor();
  watch(service);
}

/** The cards of the network that is chosen. */
function chooseCards(numbers: Numbers): void {
  const chosen = byId('card-networks').querySelector<HTMLInputElement>(':checked')?.value;
  const network = networks.find((one) => one === chosen) ?? 'visa';
  showCards(cardsOf(network, numbers), checkout);
}

/** Follows the element, and each payment that it makes; and the one that the payer comes back with. */
function watch(service: Service): void {
  let paymentId = '';
  const show = (id: string) => {
    paymentId = id;
    byId('look').hidden = false;
    void inspect(id, service);
  };
  byId('look').addEventListener('click', () => void look(paymentId, service));
  byId('clear').addEventListener('click', clear);
  byId('again').addEventListener('click', () => {
    keepSettings({ purchase: currentSettings().purchase + 1 });
    location.assign(home);
  });
  checkout.addEventListener('pay-attempt', ({ detail }) => show(detail.paymentId));
  checkout.addEventListener('pay-outcome', (event) => {
    if (currentSettings().stay) event.preventDefault();
    show(event.detail.outcome.paymentId);
  });
  follow(checkout);

  const { id, status, message } = Object.fromEntries(new URLSearchParams(location.search));
  if (!id) return;
  addEntry('back', 'from the bank', { id, status, message });
  show(id);
  void showOutcome(id);
}

open().catch(() => {
  byId('trouble').hidden = false;
});
