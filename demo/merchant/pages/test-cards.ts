import { make } from './dom.js';
import { currentWords } from './language.js';

type TestWord = 'testPaid' | 'testPoor' | 'testAtOnce' | 'testUnknown';

/** Three of the cards that the sandbox plays. */
const cards = [
  ['4201320111111010', 'testPaid'],
  ['4201320000311101', 'testPoor'],
  ['4111114005765430', 'testAtOnce'],
] as const;

/** A number that gets a code, and one that is refused at once. */
const mobiles = [
  ['0512345678', 'testPaid'],
  ['0515555555', 'testUnknown'],
] as const;

export function showTestCards(cardList: HTMLElement, mobileList: HTMLElement): void {
  showNumbers(cardList, cards, (number) => number.replace(/(.{4})(?=.)/g, '$1 '));
  showNumbers(mobileList, mobiles);
}

function showNumbers(
  place: HTMLElement,
  numbers: readonly (readonly [number: string, result: TestWord])[],
  group = (number: string) => number,
): void {
  const words = currentWords();
  place.replaceChildren(
    ...numbers.map(([number, result]) => {
      const copy = make('button', { type: 'button', className: 'quiet' }, words.copy);
      copy.setAttribute('aria-label', `${words.copy} ${number}`);
      copy.onclick = () => {
        void navigator.clipboard.writeText(number).then(() => (copy.textContent = words.copied));
      };
      return make(
        'li',
        {},
        make('bdi', { dir: 'ltr', className: 'number' }, group(number)),
        make('span', {}, words[result]),
        copy,
      );
    }),
  );
}
