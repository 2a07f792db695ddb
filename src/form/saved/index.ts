import { networks } from '../../card/brand.js';
import type { DraftRules } from '../../card/card.js';
import { checkExpiry } from '../../card/expiry.js';
import type { ExternalSource } from '../../checkout/payment-method.js';
import { ConfigError } from '../../checkout/config-error.js';
import type { PayError } from '../../error.js';
import { addStyles } from '../../browser/add-styles.js';
import { completeMessages } from '../../i18n/complete-messages.js';
import type { Language } from '../../i18n/language.js';
import { saved as ar } from '../../i18n/locales/ar.js';
import { saved as en } from '../../i18n/locales/en.js';
import type { Drawing } from './drawing.js';
import { isTokenError } from '../payment-situation.js';
import { saveCardTemplate, savedCardsTemplate, type Choice } from './template.js';
import { readSaveCard, readSavedCards, type SaveCard, type SavedCard } from './read.js';
import { styles } from './styles.js';

/** What the saved cards need of the form around them. */
export interface SavedCardsContext {
  /** Has an open shadow root. */
  readonly host: HTMLElement;
  readonly drawing: Drawing;
  readonly rules: () => DraftRules;
  /** Whether the payer is busy with the fields. */
  readonly fieldsAreUsed: () => boolean;
  /** The payer pays by something else than before, or sees something else. */
  readonly changed: () => void;
}

/** What the form shows of it. */
export interface SavedView {
  /** Whether a saved card is chosen, so that the fields are not there. */
  readonly chosen: boolean;
  readonly above: unknown;
  readonly below: unknown;
}

/**
 * Which of the saved cards the payer pays by, or whether by the card in the fields; and whether that one is kept. Only
 * pages that have to do with saved cards fetch this.
 */
export class SavedCards {
  readonly #context: SavedCardsContext;
  #set: { readonly cards: readonly SavedCard[]; readonly saveCard: SaveCard | undefined } = {
    cards: [],
    saveCard: undefined,
  };
  #shown = this.#set;
  /** Whether the box is ticked. It is the payer's word: nothing but a click on it sets it. */
  #ticked = false;
  /** A token; null: the fields; undefined: nothing is chosen yet. */
  #picked: string | null | undefined;
  /** Whether it was the payer who picked the card. */
  #byPayer = false;
  /** The token of the card that is drawn as chosen. */
  #drawn: string | undefined;
  /** The token of the card that the last attempt pays by. */
  #paid: string | undefined;
  /** Tokens that the service has refused. */
  readonly #refused = new Set<string>();

  constructor(context: SavedCardsContext) {
    this.#context = context;
    addStyles(context.host.shadowRoot, styles);
  }

  /** Reads what the page has set. Answers which setting is wrong, and why. */
  read(values: Readonly<Record<'savedCards' | 'saveCard', unknown>>): ConfigError | undefined {
    try {
      this.#set = { cards: readSavedCards(values.savedCards), saveCard: readSaveCard(values.saveCard) };
      return undefined;
    } catch (error) {
      if (error instanceof ConfigError) return error;
      throw error;
    }
  }

  /**
   * Shows what was read. What the payer has chosen stays chosen as long as it is there and can be used, and the fields
   * do not vanish under the hands of a payer who types.
   */
  apply(): void {
    const { cards, saveCard } = this.#set;
    if (this.#set === this.#shown) return;
    if (saveCard !== this.#shown.saveCard) this.untick();
    // What the payer saw chosen is what the payer is about to pay by, touched or not.
    const chosen = this.#chosen;
    if (chosen) this.#picked = chosen.token;
    else if (cards.length > 0 && this.#context.fieldsAreUsed()) this.#picked = null;
    this.#shown = this.#set;
    this.#context.changed();
  }

  /** Whether the service is to keep the typed card. */
  get keeps(): boolean {
    const { saveCard } = this.#shown;
    return saveCard === 'always' || (saveCard === 'offer' && this.#ticked);
  }

  /** Whether the payer pays by a saved card. */
  get chosen(): boolean {
    return this.#chosen !== undefined;
  }

  /** By which the payer pays now, unless the page has given another source; undefined: by the card in the fields. */
  pay(given: ExternalSource | undefined): ExternalSource | undefined {
    // Since it was drawn a card may have expired. Then the service says so: no other one is charged in its place.
    const token = given ? undefined : this.#drawn;
    this.#paid = token;
    return token === undefined ? given : { type: 'token', token };
  }

  /** Where the service does not take the card, the fields open: no card may be charged that the payer has not chosen. */
  failed(error: PayError): void {
    if (this.#paid === undefined || !isTokenError(error)) return;
    this.#refused.add(this.#paid);
    this.#picked = null;
  }

  reset(): void {
    this.#picked = undefined;
    this.#byPayer = false;
    this.untick();
  }

  untick(): void {
    this.#ticked = false;
  }

  /** On the card that is chosen, where another one has failed: the payer goes on by choosing. */
  focus(): void {
    if (this.#paid === undefined) return;
    this.#context.host.shadowRoot
      ?.querySelector<HTMLElement>('.saved :checked')
      ?.focus({ preventScroll: true });
  }

  view({ tag, allMessages, messages }: Language, busy: boolean, disabled: boolean): SavedView {
    const card = this.#chosen;
    this.#drawn = card?.token;
    const { drawing } = this.#context;
    const form = {
      drawing,
      messages,
      words: completeMessages({ en, ar }, tag, allMessages.saved),
      busy,
      disabled,
    };
    return {
      chosen: card !== undefined,
      above: savedCardsTemplate(form, this.#choices, card, (picked) => {
        this.#picked = picked?.token ?? null;
        this.#byPayer = true;
        this.#context.changed();
      }),
      below: saveCardTemplate(form, card ? undefined : this.#shown.saveCard, this.#ticked, (ticked) => {
        this.#ticked = ticked;
        this.#context.changed();
      }),
    };
  }

  get #choices(): readonly Choice[] {
    const { acceptedNetworks: accepted, today } = this.#context.rules();
    return this.#shown.cards.map((card) => {
      const { company, expiry, token } = card;
      const network = networks.find((it) => it === company);
      const expired = expiry && checkExpiry(`${expiry.month}/${expiry.year}`, today).problem === 'past';
      const usable = network && accepted.includes(network) && !this.#refused.has(token);
      return { card, network, problem: expired ? 'expired' : usable ? undefined : 'unusable' };
    });
  }

  /** The payer's choice; without one, the first card that can be used. Undefined: the fields. */
  get #chosen(): SavedCard | undefined {
    if (this.#picked === null) return undefined;
    const usable = this.#choices.flatMap(({ card, problem }) => (problem ? [] : [card]));
    return usable.find(({ token }) => token === this.#picked) ?? (this.#byPayer ? undefined : usable[0]);
  }
}
