import type { TemplateResult } from 'lit/html.js';
import type { Network } from '../../card/networks.js';
import type { FormMessages, SavedCardMessages } from '../../i18n/messages.js';
import type { TemplateTools } from '../marks.js';
import type { SaveCard, SavedCard } from './read.js';

/** A saved card as the payer sees it. */
export interface Choice {
  readonly card: SavedCard;
  /** Undefined for a network that this version does not know. */
  readonly network: Network | undefined;
  /** Why it can't be chosen. */
  readonly problem: 'expired' | 'unusable' | undefined;
}

interface TemplateContext {
  readonly tools: TemplateTools;
  readonly messages: FormMessages;
  readonly texts: SavedCardMessages;
  /** Nothing can be chosen while a payment is under way. */
  readonly isPaying: boolean;
  readonly disabled: boolean;
  /** What the list says where STC Pay is in it. */
  readonly stc?: Readonly<Record<'legend' | 'card', string>> | undefined;
}

/** Keeps an input unchanged. `disabled` would take the focus away. */
const preventChange = (event: Event) => event.preventDefault();

/** Renders the saved cards, STC Pay and the choice “Another card”, for which `onPick` gets undefined. */
export function savedCardsTemplate(
  {
    tools: { html, nothing, renderBlankCard, renderNetworkMark },
    messages,
    texts,
    isPaying,
    disabled,
    stc,
  }: TemplateContext,
  choices: readonly Choice[],
  chosen: SavedCard | 'stcpay' | undefined,
  onPick: (card: SavedCard | 'stcpay' | undefined) => void,
): TemplateResult {
  const row = (card: SavedCard | 'stcpay' | undefined, problem: Choice['problem'], content: unknown) =>
    html`<label class="choice" part=${stc ? 'choice method' : 'choice'}
      ><input
        type="radio"
        name="card"
        aria-disabled=${isPaying ? 'true' : nothing}
        .checked=${card === chosen}
        ?disabled=${problem !== undefined}
        @click=${isPaying ? preventChange : nothing}
        @change=${() => onPick(card)}
      />${content}</label
    >`;
  const expiryTemplate = ({ expiry }: SavedCard) =>
    expiry
      ? html`<span class="unseen" .textContent=${messages.labels.expiry}></span
          ><bdi dir="ltr" .textContent=${` ${expiry.month} / ${expiry.year.slice(2)}`}></bdi>`
      : nothing;
  const cardTemplate = ({ card, network, problem }: Choice) =>
    html`<span part="brand">${network ? renderNetworkMark(network, messages) : renderBlankCard()}</span
      ><bdi dir="ltr" aria-hidden="true" .textContent=${`•••• ${card.lastFour}`}></bdi
      ><span class="unseen" .textContent=${` ${messages.cardEnding(card.lastFour)} `}></span
      ><span class="end" part="hint"
        >${problem ? html`<span .textContent=${texts[problem]}></span>` : nothing}${expiryTemplate(card)}</span
      >`;
  return html`<fieldset class="saved" ?disabled=${disabled}>
    <legend part="label" .textContent=${stc?.legend ?? texts.title}></legend>
    <div class="cards">
      ${choices.map((choice) => row(choice.card, choice.problem, cardTemplate(choice)))}
    </div>
    ${stc ? row('stcpay', undefined, html`<bdi dir="ltr">STC Pay</bdi>`) : nothing}
    ${row(undefined, undefined, html`${renderBlankCard()}<span .textContent=${choices.length === 0 && stc ? stc.card : texts.another}></span>`)}
  </fieldset>`;
}

/** Renders the offer to save the typed card, a box to tick, or the sentence that the card will be saved. */
export function saveCardTemplate(
  { tools: { html, nothing }, texts, isPaying, disabled }: TemplateContext,
  saveCard: SaveCard | undefined,
  ticked: boolean,
  onTick: (ticked: boolean) => void,
): TemplateResult | TemplateTools['nothing'] {
  if (!saveCard) return nothing;
  if (saveCard === 'always') return html`<p class="keep"><span .textContent=${texts.always}></span></p>`;
  return html`<p class="keep">
    <label
      ><input
        type="checkbox"
        aria-disabled=${isPaying ? 'true' : nothing}
        .checked=${ticked}
        ?disabled=${disabled}
        @click=${isPaying ? preventChange : nothing}
        @change=${({ target }: Event) => onTick((target as HTMLInputElement).checked)} /><span
        .textContent=${texts.offer}
      ></span
    ></label>
  </p>`;
}
