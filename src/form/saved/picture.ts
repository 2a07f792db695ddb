import type { Network } from '../../card/brand.js';
import type { Messages, SavedWords } from '../../words/messages.js';
import { h, type Child, type Drawn } from '../draw.js';
import { blankCard, networkMark } from '../marks.js';
import type { SaveCard, SavedCard } from './read.js';

/** A saved card as the payer sees it. */
export interface Choice {
  readonly card: SavedCard;
  /** Undefined: one that this version does not know. */
  readonly network: Network | undefined;
  /** Why it can't be chosen. */
  readonly problem: 'expired' | 'unusable' | undefined;
}

interface Form {
  readonly messages: Messages;
  readonly words: SavedWords;
  /** Nothing can be chosen while a payment is under way. */
  readonly busy: boolean;
  readonly disabled: boolean;
}

/** Holds an input as it is. A disabled one would lose the focus. */
const stay = (event: Event) => event.preventDefault();
const held = (busy: boolean) => ({
  'aria-disabled': busy ? 'true' : undefined,
  onclick: busy ? stay : undefined,
});

/** The saved cards, and another one. `onPick` is told undefined when it is the one in the fields. */
export function savedCards(
  { messages, words, busy, disabled }: Form,
  choices: readonly Choice[],
  chosen: SavedCard | undefined,
  onPick: (card: SavedCard | undefined) => void,
): Drawn {
  if (choices.length === 0) return h('fieldset', { hidden: true });
  const row = (card: SavedCard | undefined, problem: Choice['problem'], content: Child) =>
    h(
      'label',
      { class: 'choice', part: 'choice' },
      h('input', {
        ...held(busy),
        type: 'radio',
        name: 'card',
        checked: card === chosen,
        disabled: problem !== undefined,
        onchange: () => onPick(card),
      }),
      content,
    );
  const ltr = (...content: Child[]) => h('bdi', { dir: 'ltr' }, content);
  return h(
    'fieldset',
    { class: 'saved', disabled },
    h('legend', { part: 'label' }, words.title),
    h(
      'div',
      { class: 'cards' },
      choices.map(({ card, network, problem }) =>
        row(card, problem, [
          h(
            'span',
            { part: 'brand' },
            network ? networkMark(network, messages.networks[network]) : blankCard,
          ),
          ltr(h('span', { 'aria-hidden': 'true' }, '•••• '), card.lastFour),
          h(
            'span',
            { class: 'end', part: 'hint' },
            problem && h('span', {}, words[problem]),
            card.expiry && [
              h('span', { class: 'unseen' }, messages.labels.expiry),
              ltr(` ${card.expiry.month} / ${card.expiry.year.slice(2)}`),
            ],
          ),
        ]),
      ),
    ),
    row(undefined, undefined, [blankCard, words.another]),
  );
}

/** What is said about keeping the typed card: a box to tick, or a sentence. */
export function keeping(
  { words, busy, disabled }: Form,
  saveCard: SaveCard | undefined,
  ticked: boolean,
  onTick: (ticked: boolean) => void,
): Drawn {
  if (saveCard !== 'offer') {
    return h('p', { class: 'keep', hidden: !saveCard }, saveCard && h('span', {}, words.always));
  }
  const box = h('input', {
    ...held(busy),
    type: 'checkbox',
    checked: ticked,
    disabled,
    onchange: ({ target }: Event) => onTick((target as HTMLInputElement).checked),
  });
  return h('p', { class: 'keep' }, h('label', {}, box, words.offer));
}
