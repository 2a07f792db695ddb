import { byId } from './dom.js';
import { words, type Lang, type Words } from './words.js';

const key = 'language';
const changed = new EventTarget();

/** The page's language. `<pay-checkout>` follows it too: both read the attribute of the document. */
export const lang = (): Lang => (document.documentElement.lang === 'ar' ? 'ar' : 'en');
export const currentWords = (): Words => words[lang()];

export function money(amount: number, currency: string): string {
  return new Intl.NumberFormat(lang(), { style: 'currency', currency }).format(amount / 100);
}

/** Calls back now, and again whenever the language changes. */
export function inEachLanguage(show: () => void): void {
  changed.addEventListener('change', show);
  show();
}

function choose(lang: Lang): void {
  document.documentElement.lang = lang;
  document.documentElement.dir = lang === 'ar' ? 'rtl' : 'ltr';
  for (const element of document.querySelectorAll<HTMLElement>('[data-text]')) {
    const text = words[lang][element.dataset['text'] as keyof Words];
    if (typeof text === 'string') element.textContent = text;
  }
  const other = byId('language');
  other.lang = lang === 'ar' ? 'en' : 'ar';
  other.textContent = lang === 'ar' ? 'English' : 'العربية';
  changed.dispatchEvent(new Event('change'));
}

byId('language').addEventListener('click', () => {
  const other = lang() === 'ar' ? 'en' : 'ar';
  localStorage.setItem(key, other);
  // The shop's server draws the card form in this language.
  document.cookie = `${key}=${other}; path=/; samesite=lax; max-age=31536000`;
  choose(other);
});
choose(localStorage.getItem(key) === 'ar' ? 'ar' : 'en');
