import { networks } from '../card/brand.js';
import type { DraftRules } from '../card/card.js';
import { checkExpiry } from '../card/expiry.js';
import type { SaveCard, SavedCard } from '../checkout/saved-cards.js';
import type { Choice, SavedView } from './saved-cards.js';

/** Which of the saved cards the payer pays by, or whether by the card in the fields. */
export class SavedChoice {
  readonly #rules: () => DraftRules;
  readonly #changed: () => void;
  #saveCard: SaveCard | undefined;
  /** Whether the box is ticked. It is the payer's word: nothing but a click on it sets it. */
  #ticked = false;
  #cards: readonly SavedCard[] = [];
  /** A token; null: the fields; undefined: the payer has chosen nothing yet. */
  #picked: string | null | undefined;
  /** Tokens that the service has refused. */
  readonly #refused = new Set<string>();

  /** @param changed The payer has chosen something else. */
  constructor(rules: () => DraftRules, changed: () => void) {
    this.#rules = rules;
    this.#changed = changed;
  }

  /**
   * Takes over the page's list. What the payer has chosen stays chosen as long as it is there and can be used.
   *
   * @param atFields Whether the payer is busy with the fields, which must not vanish under his hands.
   */
  take(cards: readonly SavedCard[], saveCard: SaveCard | undefined, atFields: () => boolean): void {
    if (saveCard !== this.#saveCard) this.untick();
    this.#saveCard = saveCard;
    if (this.#picked === undefined && !this.chosen && cards.length > 0 && atFields()) this.#picked = null;
    this.#cards = cards;
  }

  /** Whether the service is to keep the typed card. */
  get keeps(): boolean {
    return this.#saveCard === 'always' || (this.#saveCard === 'offer' && this.#ticked);
  }

  get choices(): readonly Choice[] {
    const { accepted, today } = this.#rules();
    return this.#cards.map((card) => {
      const { company, expiry, token } = card;
      const network = networks.find((it) => it === company);
      const expired = expiry && checkExpiry(`${expiry.month}/${expiry.year}`, today).problem === 'past';
      const usable = network && accepted.includes(network) && !this.#refused.has(token);
      return { card, network, problem: expired ? 'expired' : usable ? undefined : 'unusable' };
    });
  }

  /** The saved card that a submit pays by: the payer's choice, else the first that can be used. Undefined: the fields. */
  get chosen(): SavedCard | undefined {
    if (this.#picked === null) return undefined;
    const usable = this.choices.flatMap(({ card, problem }) => (problem ? [] : [card]));
    return usable.find(({ token }) => token === this.#picked) ?? usable[0];
  }

  /** What is shown of all this. */
  get view(): SavedView {
    return {
      choices: this.choices,
      chosen: this.chosen,
      saveCard: this.#saveCard,
      ticked: this.#ticked,
      onPick: (card) => {
        this.#picked = card?.token ?? null;
        this.#changed();
      },
      onTick: (ticked) => {
        this.#ticked = ticked;
        this.#changed();
      },
    };
  }

  /** The service does not take it. The fields open, since no card may be charged that the payer has not chosen. */
  refuse(token: string): void {
    this.#refused.add(token);
    this.#picked = null;
  }

  reset(): void {
    this.#picked = undefined;
    this.untick();
  }

  untick(): void {
    this.#ticked = false;
  }
}
