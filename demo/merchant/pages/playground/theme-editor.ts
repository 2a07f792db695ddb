import { byId, make } from '../dom.js';
import { readPreset } from './presets.js';
import { changeSettings, currentSettings } from './settings.js';
import { isSound, tokens, type Token } from './tokens.js';

const rows = tokens.map((token) => ({ token, ...row(token) }));

/** Offers every token, and the themes of the shop to begin with. */
export function showThemeEditor(): void {
  byId('tokens').replaceChildren(...rows.map(({ element }) => element));
  const preset = byId('preset') as HTMLSelectElement;
  preset.value = currentSettings().preset;
  preset.addEventListener('change', () => {
    changeSettings({ preset: preset.value, tokens: readPreset(preset.value).tokens, scheme: '' });
    refresh();
  });
  byId('reset-theme').addEventListener('click', () => {
    preset.value = '';
    changeSettings({ preset: '', tokens: {} });
    refresh();
  });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', refresh);
  refresh();
}

/** Shows the values as they are set now. */
const refresh = (): void => rows.forEach(({ update }) => update());

function set({ name }: Token, value: string): void {
  const { [name]: _, ...others } = currentSettings().tokens;
  changeSettings({ tokens: value ? { ...others, [name]: value } : others });
}

/** A picker or slider beside a text field, which takes whatever CSS takes and is empty for the form's own. */
function row(token: Token) {
  const id = token.name.slice(2);
  const text = make('input', {
    id,
    type: 'text',
    placeholder: 'the form’s own',
    spellcheck: false,
    autocomplete: 'off',
  });
  const picker = token.kind === 'font' ? undefined : pickerOf(token);
  const update = () => {
    text.value = currentSettings().tokens[token.name] ?? '';
    text.removeAttribute('aria-invalid');
    if (picker) picker.value = picked(token, text.value);
  };
  text.addEventListener('input', () => {
    const value = text.value.trim();
    const sound = value === '' || isSound(token, value);
    text.setAttribute('aria-invalid', String(!sound));
    if (!sound) return;
    set(token, value);
    if (picker) picker.value = picked(token, value);
  });
  picker?.addEventListener('input', () => {
    set(token, token.kind === 'length' ? `${picker.value}${token.unit}` : picker.value);
    update();
  });
  const label = make('label', { htmlFor: id }, `${token.label} `, make('code', {}, token.name));
  return { element: make('div', { className: `token ${token.kind}` }, label, picker, text), update };
}

function pickerOf(token: Exclude<Token, { kind: 'font' }>): HTMLInputElement {
  const ariaLabel = `${token.label}: ${token.kind === 'color' ? 'colour' : 'slider'}`;
  if (token.kind === 'color') return make('input', { type: 'color', ariaLabel });
  const { from: min, to: max, step } = token;
  return make('input', { type: 'range', min, max, step, ariaLabel });
}

/** What a picker shows of a value: it knows `#rrggbb` and numbers only, and nothing empty. */
function picked(token: Token, value: string): string {
  if (token.kind === 'length') return String(Number.parseFloat(value || String(token.preset)));
  if (token.kind === 'font') return '';
  const form = byId('pay');
  const dark =
    getComputedStyle(form).colorScheme === 'dark' ||
    (isSystem(form) && matchMedia('(prefers-color-scheme: dark)').matches);
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return token.light;
  context.fillStyle = value || (dark ? token.dark : token.light);
  return /^#[\da-f]{6}$/.test(context.fillStyle) ? context.fillStyle : token.light;
}

const isSystem = (form: HTMLElement) => getComputedStyle(form).colorScheme === 'light dark';
