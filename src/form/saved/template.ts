import type { TemplateResult } from 'lit/html.js';
import type { Network } from '../../card/brand.js';
import type { FormMessages, SavedCardMessages } from '../../i18n/messages.js';
import type { Drawing } from './drawing.js';
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
  readonly drawing: Drawing;
  readonly messages: FormMessages;
  readonly words: SavedCardMessages;
  /** Nothing can be chosen while a payment is under way. */
  readonly busy: boolean;
  readonly disabled: boolean;
}

/** Holds an input as it is. A disabled one would lose the focus. */
const holdBack = (event: Event) => event.preventDefault();

/** The saved cards, and another one. `onPick` is told undefined when it is the one in the fields. */
export function savedCardsTemplate(
  { drawing: { html, nothing, blankCard, networkMark }, messages, words, busy, disabled }: Form,
  choices: readonly Choice[],
  chosen: SavedCard | undefined,
  onPick: (card: SavedCard | undefined) => void,
): TemplateResult | Drawing['nothing'] {
  if (choices.length === 0) return nothing;
  const row = (card: SavedCard | undefined, problem: Choice['problem'], content: unknown) =>
    html`<label class="choice" part="choice"
      ><input
        type="radio"
        name="card"
        aria-disabled=${busy ? 'true' : nothing}
        .checked=${card === chosen}
        ?disabled=${problem !== undefined}
        @click=${busy ? holdBack : nothing}
        @change=${() => onPick(card)}
      />${content}</label
    >`;
  const expiryTemplate = ({ expiry }: SavedCard) =>
    expiry
      ? html`<span class="unseen" .textContent=${messages.labels.expiry}></span
          ><bdi dir="ltr" .textContent=${` ${expiry.month} / ${expiry.year.slice(2)}`}></bdi>`
      : nothing;
  const cardTemplate = ({ card, network, problem }: Choice) =>
    html`<span part="brand">${network ? networkMark(network, messages.networks[network]) : blankCard()}</span
      ><bdi dir="ltr" aria-hidden="true" .textContent=${`•••• ${card.lastFour}`}></bdi
      ><span class="unseen" .textContent=${` ${messages.cardEnding(card.lastFour)} `}></span
      ><span class="end" part="hint"
        >${problem ? html`<span .textContent=${words[problem]}></span>` : nothing}${expiryTemplate(card)}</span
      >`;
  return html`<fieldset class="saved" ?disabled=${disabled}>
    <legend part="label" .textContent=${words.title}></legend>
    <div class="cards">
      ${choices.map((choice) => row(choice.card, choice.problem, cardTemplate(choice)))}
    </div>
    ${row(undefined, undefined, html`${blankCard()}<span .textContent=${words.another}></span>`)}
  </fieldset>`;
}

/** What is said about keeping the typed card: a box to tick, or a sentence. */
export function saveCardTemplate(
  { drawing: { html, nothing }, words, busy, disabled }: Form,
  saveCard: SaveCard | undefined,
  ticked: boolean,
  onTick: (ticked: boolean) => void,
): TemplateResult | Drawing['nothing'] {
  if (!saveCard) return nothing;
  if (saveCard === 'always') return html`<p class="keep"><span .textContent=${words.always}></span></p>`;
  return html`<p class="keep">
    <label
      ><input
        type="checkbox"
        aria-disabled=${busy ? 'true' : nothing}
        .checked=${ticked}
        ?disabled=${disabled}
        @click=${busy ? holdBack : nothing}
        @change=${({ target }: Event) => onTick((target as HTMLInputElement).checked)} /><span
        .textContent=${words.offer}
      ></span
    ></label>
  </p>`;
}
