import type { Network } from '../card/brand.js';
import type { SaveCard, SavedCard } from '../checkout/saved-cards.js';
import type { Language } from '../words/language.js';
import { h, type Child, type Drawn } from './draw.js';
import { blankCard, networkMark } from './marks.js';

/** A saved card as the payer sees it. */
export interface Choice {
  readonly card: SavedCard;
  /** Undefined: one that this version does not know. */
  readonly network: Network | undefined;
  /** Why it can't be chosen. */
  readonly problem: 'expired' | 'unusable' | undefined;
}

/** What the drawing of the saved cards depends on. */
export interface SavedView {
  readonly choices: readonly Choice[];
  /** Undefined: the card in the fields. */
  readonly chosen: SavedCard | undefined;
  readonly ticked: boolean;
  readonly saveCard: SaveCard | undefined;
  readonly onPick: (card: SavedCard | undefined) => void;
  readonly onTick: (ticked: boolean) => void;
}

interface Around {
  readonly language: Language;
  readonly saved: SavedView;
  /** Nothing can be chosen now. */
  readonly busy: boolean;
  readonly disabled: boolean;
}

/** Holds a choice as it is. A disabled input would lose the focus. */
const stay = (event: Event) => event.preventDefault();

/** The saved cards, and another one. It is there without them too, so that the fields keep their place. */
export function savedCards({ language: { messages }, saved, busy, disabled }: Around): Drawn {
  const { choices, chosen, onPick } = saved;
  if (choices.length === 0) return h('fieldset', { hidden: true });
  const { another, title, ...words } = messages.saved;
  const row = (card: SavedCard | undefined, problem: boolean, content: Child) =>
    h(
      'label',
      { class: 'choice', part: 'choice' },
      h('input', {
        type: 'radio',
        name: 'card',
        checked: card === chosen,
        disabled: problem,
        'aria-disabled': busy ? 'true' : undefined,
        onclick: busy ? stay : undefined,
        onchange: () => onPick(card),
      }),
      content,
    );
  return h(
    'fieldset',
    { class: 'saved', disabled },
    h('legend', { part: 'label' }, title),
    h(
      'div',
      { class: 'cards' },
      choices.map(({ card, network, problem }) =>
        row(card, problem !== undefined, [
          h(
            'span',
            { part: 'brand' },
            network ? networkMark(network, messages.networks[network]) : blankCard,
          ),
          h('bdi', { dir: 'ltr' }, h('span', { 'aria-hidden': 'true' }, '•••• '), card.lastFour),
          h(
            'span',
            { class: 'end hint', part: 'hint' },
            problem && h('span', {}, words[problem]),
            card.expiry && [
              h('span', { class: 'unseen' }, messages.labels.expiry),
              h('bdi', { dir: 'ltr' }, ` ${card.expiry.month} / ${card.expiry.year.slice(2)}`),
            ],
          ),
        ]),
      ),
    ),
    row(undefined, false, [blankCard, another]),
  );
}

/** Whether the typed card is kept: a box, or a sentence. Nothing beside a saved card, which is kept already. */
export function keeping({ language: { messages }, saved, busy, disabled }: Around): Drawn {
  const { saveCard, chosen, ticked, onTick } = saved;
  const { offer, always } = messages.saved;
  return h(
    'p',
    { class: 'keep', hidden: !saveCard || chosen !== undefined },
    saveCard === 'offer'
      ? h(
          'label',
          {},
          h('input', {
            type: 'checkbox',
            checked: ticked,
            disabled,
            'aria-disabled': busy ? 'true' : undefined,
            onclick: busy ? stay : undefined,
            onchange: ({ target }: Event) => onTick((target as HTMLInputElement).checked),
          }),
          offer,
        )
      : saveCard && always,
  );
}
