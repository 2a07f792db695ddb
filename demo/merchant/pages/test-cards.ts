import { make } from './dom.js';
import { currentWords } from './language.js';

/** Three of the cards that the sandbox plays. */
const cards = [
  ['4201320111111010', 'testPaid'],
  ['4201320000311101', 'testPoor'],
  ['4111114005765430', 'testAtOnce'],
] as const;

export function showTestCards(place: HTMLElement): void {
  const words = currentWords();
  place.replaceChildren(
    ...cards.map(([number, result]) => {
      const copy = make('button', { type: 'button', className: 'quiet' }, words.copy);
      copy.setAttribute('aria-label', `${words.copy} ${number}`);
      copy.onclick = () => {
        void navigator.clipboard.writeText(number).then(() => (copy.textContent = words.copied));
      };
      const grouped = number.replace(/(.{4})(?=.)/g, '$1 ');
      return make(
        'li',
        {},
        make('bdi', { dir: 'ltr', className: 'number' }, grouped),
        make('span', {}, words[result]),
        copy,
      );
    }),
  );
}
