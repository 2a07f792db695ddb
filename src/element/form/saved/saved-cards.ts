import type { CSSResult } from '@lit/reactive-element/css-tag.js';
import { networks } from '../../card/network-rules.js';
import type { DraftRules } from '../../card/card.js';
import { checkExpiry } from '../../card/expiry.js';
import type { ExternalSource } from '../../checkout/payment-method.js';
import { ConfigError } from '../../checkout/config-error.js';
import type { PayError } from '../../../error.js';
import { completeMessages } from '../../i18n/complete-messages.js';
import type { Language } from '../../i18n/language.js';
import { saved as ar } from '../../i18n/locales/ar.js';
import { saved as en } from '../../i18n/locales/en.js';
import type { TemplateTools } from './template-tools.js';
import { isTokenError } from '../payment-situation.js';
import { saveCardTemplate, savedCardsTemplate, type Choice } from './template.js';
import { readSaveCard, readSavedCards, type SaveCard, type SavedCard } from './read.js';
import { savedCardStyles } from './styles.js';

/** What the saved cards need from the form around them. */
export interface SavedCardsContext {
  /** Has an open shadow root. */
  readonly host: HTMLElement;
  /** Adds styles to the shadow root. */
  readonly addStyles: (styles: readonly CSSResult[]) => void;
  readonly templateTools: TemplateTools;
  readonly getRules: () => DraftRules;
  /** Whether an input has the focus or a value. */
  readonly isFieldSetUsed: () => boolean;
  /** Called when the choice, or what is shown, has changed. */
  readonly onChange: () => void;
}

/** The saved cards' part of the form. */
export interface SavedView {
  /** Whether a saved card is chosen, so that the fields are hidden. */
  readonly hasChosenCard: boolean;
  readonly cardList: unknown;
  readonly saveOption: unknown;
}

/**
 * Which saved card the payer has chosen, or the card in the fields, and whether the typed card is to be saved. Only pages
 * that use saved cards load this module.
 */
export class SavedCards {
  readonly #context: SavedCardsContext;
  #settings: { readonly cards: readonly SavedCard[]; readonly saveCard: SaveCard | undefined } = {
    cards: [],
    saveCard: undefined,
  };
  #shownSettings = this.#settings;
  /** The payer's consent to save the card: only a click on the box sets it. */
  #isSaveTicked = false;
  /** The chosen token; null for the fields; undefined before any choice. */
  #selectedToken: string | null | undefined;
  #isSelectedByPayer = false;
  /** The token of the card that is rendered as chosen. */
  #renderedToken: string | undefined;
  /** The token that the last attempt pays with. */
  #attemptToken: string | undefined;
  /** Tokens that the service has refused. */
  readonly #refusedTokens = new Set<string>();

  constructor(context: SavedCardsContext) {
    this.#context = context;
    context.addStyles([savedCardStyles]);
  }

  /** Parses the page's settings. Returns the error of an invalid setting. */
  parseSettings(values: Readonly<Record<'savedCards' | 'saveCard', unknown>>): ConfigError | undefined {
    try {
      this.#settings = { cards: readSavedCards(values.savedCards), saveCard: readSaveCard(values.saveCard) };
      return undefined;
    } catch (error) {
      if (error instanceof ConfigError) return error;
      throw error;
    }
  }

  /**
   * Shows the settings that were parsed. Keeps the payer's choice while the card is in the list and usable, and keeps the
   * fields while the payer types.
   */
  apply(): void {
    const { cards, saveCard } = this.#settings;
    if (this.#settings === this.#shownSettings) return;
    if (saveCard !== this.#shownSettings.saveCard) this.untick();
    // A preselected card counts as the payer's choice, because the payer saw it as chosen.
    const chosen = this.#chosenCard;
    if (chosen) this.#selectedToken = chosen.token;
    else if (cards.length > 0 && this.#context.isFieldSetUsed()) this.#selectedToken = null;
    this.#shownSettings = this.#settings;
    this.#context.onChange();
  }

  /** Whether the service is asked to save the typed card. */
  get isSaveWanted(): boolean {
    const { saveCard } = this.#shownSettings;
    return saveCard === 'always' || (saveCard === 'offer' && this.#isSaveTicked);
  }

  get hasChosenCard(): boolean {
    return this.#chosenCard !== undefined;
  }

  /**
   * Returns what the next attempt pays with: the page's own source, else the chosen card's token; undefined for the typed
   * card.
   */
  takeSource(external: ExternalSource | undefined): ExternalSource | undefined {
    // The card that the payer sees as chosen, even if it has expired since: no other card may be charged in its place.
    const token = external ? undefined : this.#renderedToken;
    this.#attemptToken = token;
    return token === undefined ? external : { type: 'token', token };
  }

  /** Opens the fields when the service refuses the card: no other card may be charged without the payer's choice. */
  refuseCard(error: PayError): void {
    if (this.#attemptToken === undefined || !isTokenError(error)) return;
    this.#refusedTokens.add(this.#attemptToken);
    this.#selectedToken = null;
  }

  reset(): void {
    this.#selectedToken = undefined;
    this.#isSelectedByPayer = false;
    this.untick();
  }

  untick(): void {
    this.#isSaveTicked = false;
  }

  /** Focuses the list after a payment by a saved card has failed, so that the payer can choose another card. */
  focus(): void {
    if (this.#attemptToken === undefined) return;
    this.#context.host.shadowRoot
      ?.querySelector<HTMLElement>('.saved :checked')
      ?.focus({ preventScroll: true });
  }

  createView({ tag, allMessages, messages }: Language, isPaying: boolean, disabled: boolean): SavedView {
    const card = this.#chosenCard;
    this.#renderedToken = card?.token;
    const { templateTools: tools } = this.#context;
    const context = {
      tools,
      messages,
      texts: completeMessages({ en, ar }, tag, allMessages.saved),
      isPaying,
      disabled,
    };
    return {
      hasChosenCard: card !== undefined,
      cardList: savedCardsTemplate(context, this.#choices, card, (picked) => {
        this.#selectedToken = picked?.token ?? null;
        this.#isSelectedByPayer = true;
        this.#context.onChange();
      }),
      saveOption: saveCardTemplate(
        context,
        card ? undefined : this.#shownSettings.saveCard,
        this.#isSaveTicked,
        (ticked) => {
          this.#isSaveTicked = ticked;
          this.#context.onChange();
        },
      ),
    };
  }

  get #choices(): readonly Choice[] {
    const { acceptedNetworks, today } = this.#context.getRules();
    return this.#shownSettings.cards.map((card) => {
      const { company, expiry, token } = card;
      const network = networks.find((name) => name === company);
      const expired = expiry && checkExpiry(`${expiry.month}/${expiry.year}`, today).problem === 'past';
      const usable = network && acceptedNetworks.includes(network) && !this.#refusedTokens.has(token);
      return { card, network, problem: expired ? 'expired' : usable ? undefined : 'unusable' };
    });
  }

  /** The payer's choice, else the first usable card; undefined for the fields. */
  get #chosenCard(): SavedCard | undefined {
    if (this.#selectedToken === null) return undefined;
    const usable = this.#choices.flatMap(({ card, problem }) => (problem ? [] : [card]));
    return (
      usable.find(({ token }) => token === this.#selectedToken) ??
      (this.#isSelectedByPayer ? undefined : usable[0])
    );
  }
}
