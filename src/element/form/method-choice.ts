import { networks } from '../card/networks.js';
import type { DraftRules } from '../card/card.js';
import { countMonthsLeft } from '../card/expiry.js';
import type { ExternalSource } from '../checkout/payment-method.js';
import { ConfigError } from '../checkout/config-error.js';
import type { PayError } from '../../error.js';
import { sendCode } from '../gateway/send-code.js';
import { completeMessages } from '../i18n/merge-messages.js';
import type { Language } from '../i18n/language.js';
import { saved as ar } from '../i18n/locales/ar.js';
import { saved as en } from '../i18n/locales/en.js';
import { isTokenError } from './payment-situation.js';
import { saveCardTemplate, savedCardsTemplate, type Choice } from './saved/template.js';
import { readSaveCard, readSavedCards, type SaveCard, type SavedCard } from './saved/read.js';
import { savedCardStyles } from './saved/styles.js';
import { readMethods, type Methods } from './stc-pay/read-methods.js';
import { StcPay, type StcPayContext } from './stc-pay/stc-pay.js';
import type { CheckoutState } from '../checkout/state.js';
import type { FormMessages } from '../i18n/messages.js';
import type { RawConfig } from '../settings.js';

interface ShownSettings extends Methods {
  readonly cards: readonly SavedCard[];
  readonly saveCard: SaveCard | undefined;
}

/** What the choice of a method needs from the form around it. */
interface MethodChoiceContext extends StcPayContext {
  readonly getRules: () => DraftRules;
  /** Whether an input has the focus or a value. */
  readonly isFieldSetUsed: () => boolean;
  /** Called when a way to pay is left out; the developer must be told why. */
  readonly onProblem: (problem: string) => void;
}

type OtherMethod = 'saved' | 'stcpay';

/** Stands for STC Pay among the tokens of saved cards. */
const stcPay = Symbol('STC Pay');

/** What the form shows of the methods beside the card in the fields. */
export interface MethodView {
  /** What is chosen other than the card in the fields, which then are hidden. */
  readonly method: OtherMethod | undefined;
  /** False: the page offers wallets alone, and the form is hidden. */
  readonly hasFields: boolean;
  readonly cardList: unknown;
  readonly saveOption: unknown;
  /** The form that takes the code of STC Pay; undefined while no code is awaited. */
  readonly codeForm: unknown;
  /** The form's messages, with those of the method that a failed payment was made by. */
  readonly messages: FormMessages;
}

/**
 * What the payer has chosen of saved cards, STC Pay and the card in the fields, and whether the typed card is to be saved.
 * Only pages that have more to choose from than the fields load this module.
 */
export class MethodChoice {
  readonly sendCode = sendCode;
  readonly #context: MethodChoiceContext;
  #settings: ShownSettings = { cards: [], saveCard: undefined, methods: ['creditcard'] };
  #shownSettings = this.#settings;
  /** The payer's consent to save the card: only a click on the box sets it. */
  #isSaveTicked = false;
  readonly #stcPay: StcPay;
  /** The chosen token, or STC Pay; null for the fields; undefined before any choice. */
  #selectedToken: string | typeof stcPay | null | undefined;
  #isSelectedByPayer = false;
  /** What is rendered as chosen: a card's token, or STC Pay; undefined for the fields. */
  #renderedToken: string | typeof stcPay | undefined;
  /** The token that the last attempt pays with. */
  #attemptToken: string | typeof stcPay | undefined;
  /** Tokens that the service has refused. */
  readonly #refusedTokens = new Set<string>();

  constructor(context: MethodChoiceContext) {
    this.#context = context;
    context.addStyles([savedCardStyles]);
    this.#stcPay = new StcPay(context);
  }

  /** Parses the page's settings. Returns the error of an invalid setting. */
  parseSettings(values: RawConfig): ConfigError | undefined {
    try {
      const methods = readMethods(values);
      const cards = readSavedCards(values.savedCards);
      this.#settings = {
        ...methods,
        cards: methods.methods.includes('creditcard') ? cards : [],
        saveCard: readSaveCard(values.saveCard),
      };
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
    const { saveCard } = this.#settings;
    if (this.#settings === this.#shownSettings) return;
    if (saveCard !== this.#shownSettings.saveCard) this.untick();
    // A preselected card counts as the payer's choice, because the payer saw it as chosen.
    const chosen = this.#chosenCard;
    if (chosen) this.#selectedToken = chosen === stcPay ? stcPay : chosen.token;
    else if (this.#context.isFieldSetUsed()) this.#selectedToken = null;
    const { problem } = this.#settings;
    if (problem && problem !== this.#shownSettings.problem) this.#context.onProblem(problem);
    this.#shownSettings = this.#settings;
    this.#context.onChange();
  }

  /** Whether the payment asks the service to save the typed card. */
  get isSaveWanted(): boolean {
    const { saveCard } = this.#shownSettings;
    return saveCard === 'always' || (saveCard === 'offer' && this.#isSaveTicked);
  }

  /** Whether the payer can type a card or a number: a page may offer wallets alone. */
  get hasFields(): boolean {
    const { methods } = this.#shownSettings;
    return methods.includes('creditcard') || methods.includes('stcpay');
  }

  get method(): OtherMethod | undefined {
    const chosen = this.#chosenCard;
    return chosen === stcPay ? 'stcpay' : chosen && 'saved';
  }

  /** Whether what is chosen can be paid by. */
  get isComplete(): boolean {
    return this.method !== undefined && this.stcProblem === undefined;
  }

  /** What is wrong with the number of STC Pay; undefined if nothing is, or if it is not chosen. */
  get stcProblem(): StcPay['problem'] {
    return this.#chosenCard === stcPay ? this.#stcPay.problem : undefined;
  }

  /** What is wrong, as a sentence. */
  getProblemText(language: Language): string {
    return this.#stcPay.getProblemText(language);
  }

  get mobileInput(): HTMLInputElement | undefined {
    return this.#chosenCard === stcPay ? this.#stcPay.mobileInput : undefined;
  }

  showProblem(): void {
    this.#stcPay.showProblem();
  }

  readCode(): string | undefined {
    return this.#stcPay.readCode();
  }

  /**
   * Returns what the next attempt pays with: the page's own source, else the chosen card's token; undefined for the typed
   * card.
   */
  takeSource(external: ExternalSource | undefined): ExternalSource | undefined {
    // The card that the payer sees as chosen, even if it has expired since: no other card may be charged in its place.
    const token = external ? undefined : this.#renderedToken;
    this.#attemptToken = token;
    if (token === stcPay) return this.#stcPay.source;
    return token === undefined ? external : { type: 'token', token };
  }

  /** Opens the fields when the service refuses the card: no other card may be charged without the payer's choice. */
  refuseCard(error: PayError): void {
    if (this.#attemptToken === stcPay) return this.#stcPay.refuse(error);
    if (this.#attemptToken === undefined || !isTokenError(error)) return;
    this.#refusedTokens.add(this.#attemptToken);
    this.#selectedToken = null;
  }

  reset(): void {
    this.#selectedToken = undefined;
    this.#isSelectedByPayer = false;
    this.#stcPay.reset();
    this.untick();
  }

  /** Empties what the payer has typed, and takes the consent back, which was given for the typed card. */
  clear(): void {
    this.untick();
    this.#stcPay.clear();
  }

  untick(): void {
    this.#isSaveTicked = false;
  }

  /** Focuses the list after a payment by a saved card has failed, so that the payer can choose another card. */
  focus(): void {
    if (this.#attemptToken === undefined) return;
    const chosen = this.#context.host.shadowRoot?.querySelector<HTMLElement>('.saved :checked');
    (chosen ?? this.mobileInput)?.focus({ preventScroll: true });
  }

  createView(language: Language, state: CheckoutState, isPaying: boolean, disabled: boolean): MethodView {
    const { tag, allMessages, messages } = language;
    const chosen = this.#chosenCard;
    const card = chosen === stcPay ? undefined : chosen;
    const isStc = chosen === stcPay;
    this.#renderedToken = isStc ? stcPay : card?.token;
    const { methods, cards } = this.#shownSettings;
    const hasStc = methods.includes('stcpay');
    const hasCard = methods.includes('creditcard');
    const { templateTools: tools } = this.#context;
    const context = {
      tools,
      messages,
      texts: completeMessages({ en, ar }, tag, allMessages.saved),
      isPaying,
      disabled,
    };
    return {
      method: this.method,
      hasFields: this.hasFields,
      cardList: tools.html`${
        cards.length > 0 || (hasStc && hasCard)
          ? savedCardsTemplate(
              { ...context, stc: hasStc ? this.#stcPay.getListTexts(language) : undefined },
              this.#choices,
              isStc ? 'stcpay' : card,
              (picked) => {
                this.#selectedToken = picked === 'stcpay' ? stcPay : (picked?.token ?? null);
                this.#isSelectedByPayer = true;
                this.#context.onChange();
              },
            )
          : tools.nothing
      }${isStc ? this.#stcPay.createMobileField(language, isPaying, disabled) : tools.nothing}`,
      codeForm:
        this.#stcPay.createCodeForm(language, state, disabled, {
          hasOtherWay: hasCard || !hasStc,
          onAnotherWay: () => {
            this.#selectedToken = this.#usableCards[0]?.token ?? null;
            this.#isSelectedByPayer = true;
          },
        }) ?? tools.nothing,
      messages: {
        ...this.#stcPay.adaptMessages(language, state),
        // Of a saved card there are no details to check.
        ...(typeof this.#attemptToken === 'string' && { tryAgain: messages.tryLater }),
      },
      saveOption: saveCardTemplate(
        context,
        chosen ? undefined : this.#shownSettings.saveCard,
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
      const expired = expiry && today && countMonthsLeft(expiry, today) < 0;
      const usable = network && acceptedNetworks.includes(network) && !this.#refusedTokens.has(token);
      return { card, network, problem: expired ? 'expired' : usable ? undefined : 'unusable' };
    });
  }

  get #usableCards(): readonly SavedCard[] {
    return this.#choices.flatMap(({ card, problem }) => (problem ? [] : [card]));
  }

  /** The payer's choice, else the first usable card, else the page's first method; undefined for the fields. */
  get #chosenCard(): SavedCard | typeof stcPay | undefined {
    const { methods } = this.#shownSettings;
    const hasStc = methods.includes('stcpay');
    if (hasStc && (this.#selectedToken === stcPay || !methods.includes('creditcard'))) return stcPay;
    if (this.#selectedToken === null) return undefined;
    const usable = this.#usableCards;
    return (
      usable.find(({ token }) => token === this.#selectedToken) ??
      (this.#isSelectedByPayer
        ? undefined
        : (usable[0] ??
          (methods.find((it) => it === 'creditcard' || it === 'stcpay') === 'stcpay' ? stcPay : undefined)))
    );
  }
}
