import { make } from '../dom.js';
import { allMethods } from './attributes.js';
import { networks } from './cards.js';
import { announce } from './announce.js';
import { changeSettings, withSettings, type Settings } from './settings.js';

const languages = ['en', 'ar', 'de', 'es', 'fa', 'fr', 'hi', 'id', 'tr', 'ur', 'zh-Hans'];

/** A language under the name that those who speak it give it. */
const ownName = (code: string) => new Intl.DisplayNames(code, { type: 'language' }).of(code) ?? code;

/** Of these, one stays ticked. */
const atLeastOne = {
  networks: 'One network at least is accepted.',
  methods: 'One way to pay at least is offered.',
} as const;

type Control = HTMLInputElement | HTMLSelectElement;

/** Each control is named after the setting that it shows. Radio buttons elsewhere on the page belong to it too. */
export function bindForm(form: HTMLFormElement, currencies: readonly string[]): void {
  const options = (name: string, values: readonly string[], text = (value: string) => value) =>
    (form.elements.namedItem(name) as HTMLSelectElement).append(
      ...values.map((value) => make('option', { value }, text(value))),
    );
  options('lang', languages, (code) => `${ownName(code)} (${code})`);
  options('currency', currencies);
  withSettings((settings) => show(form, settings));
  form.addEventListener('submit', (event) => event.preventDefault());
  form.addEventListener('input', ({ target }) => {
    const data = new FormData(form);
    for (const [name, problem] of Object.entries(atLeastOne))
      if (!data.has(name)) {
        (target as HTMLInputElement).checked = true;
        return announce(problem);
      }
    if (form.checkValidity()) changeSettings(read(data));
  });
}

function read(data: FormData): Partial<Settings> {
  const text = (name: string) => String(data.get(name) ?? '');
  return {
    amount: String(Number(text('amount'))),
    networks: networks.filter((network) => data.getAll('networks').includes(network)),
    methods: allMethods.filter((method) => data.getAll('methods').includes(method)),
    ...Object.fromEntries(['currency', 'lang', 'dir', 'scheme', 'width'].map((name) => [name, text(name)])),
    ...Object.fromEntries(['manual', 'status', 'stay', 'framed'].map((name) => [name, data.has(name)])),
  };
}

function show(form: HTMLFormElement, settings: Settings): void {
  const values: Readonly<Record<string, unknown>> = { ...settings };
  for (const control of form.elements as Iterable<Element> as Iterable<Control>) {
    const value = values[control.name];
    if (value === undefined) continue;
    if (control instanceof HTMLInputElement && control.type === 'checkbox')
      control.checked = Array.isArray(value) ? value.includes(control.value) : Boolean(value);
    else if (control instanceof HTMLInputElement && control.type === 'radio')
      control.checked = control.value === value;
    else control.value = String(value);
  }
}
