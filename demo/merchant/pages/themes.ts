import { byId } from './dom.js';

const key = 'theme';

/** Offers the themes of themes.css for the card around the form. The form and what is in it stay. */
export function showThemes(card: HTMLElement): void {
  const select = byId('theme');
  if (!(select instanceof HTMLSelectElement)) throw new Error('#theme is no <select>.');
  const wear = () => (card.dataset['theme'] = select.value);

  const kept = localStorage.getItem(key);
  if ([...select.options].some(({ value }) => value === kept)) select.value = kept ?? '';
  wear();
  select.addEventListener('change', () => {
    localStorage.setItem(key, select.value);
    wear();
  });
  byId('look').hidden = false;
}
