import type { Network, NetworkGuess } from '../card/networks.js';
import { isDeveloperPage } from '../browser/advise-developer.js';
import type { CheckoutMachine } from '../checkout/checkout-machine.js';
import type { Price } from '../checkout/price.js';
import { canFetchIntent, hasStatusSource } from '../checkout/config-queries.js';
import type { CheckoutState } from '../checkout/state.js';
import type { Language } from '../i18n/language.js';
import type { NoticeAction } from '../i18n/notice.js';
import type { PageSettings } from './card-form.js';
import type { FieldSet } from './field-set.js';
import type { MethodChoice, MethodView } from './method-choice.js';
import type { SituationContext } from './payment-situation.js';

/** Everything that the form's template depends on. */
export interface FormView {
  readonly state: CheckoutState;
  /** Whether the payer can type a card and submit the form. */
  readonly canSubmit: boolean;
  readonly canFetchIntent: boolean;
  /** Whether the page has set where to ask for the payment's status. */
  readonly hasStatusSource: boolean;
  readonly paymentHistory: SituationContext['paymentHistory'];
  /** The form was in the page's HTML, and the payer may be typing: the form stays visible while values are missing. */
  readonly isServerRendered: boolean;
  /** Written by a server, before any script runs: inputs have no names and the button does not submit. */
  readonly isWrittenByServer: boolean;
  readonly disabled: boolean;
  readonly price: Price | undefined;
  readonly networks: readonly Network[];
  readonly isTestMode: boolean;
  /** Why the form is misconfigured, shown on pages that only developers see. */
  readonly developerMessage: string | undefined;
  readonly expiresAt: number | undefined;
  readonly documentUrl?: string | undefined;
  readonly fields: Pick<FieldSet, 'errors' | 'isAnnouncingErrors' | 'isFocusKept' | 'isNetworkSettled'> & {
    readonly validity: NetworkGuess;
  };
  /** Undefined on pages that offer nothing but the fields. */
  readonly choice?: MethodView | undefined;
  readonly language: Pick<Language, 'tag' | 'formatTag' | 'direction' | 'messages'>;
  readonly on: FormHandlers;
}

/** What the payer does with the form. */
export interface FormHandlers {
  readonly submit: (event: SubmitEvent) => void;
  /** The payer typed, pasted or autofilled. */
  readonly input: (event: Event) => void;
  /** The focus has left something in the form. */
  readonly blur: (event: FocusEvent) => void;
  /** The payer has pressed a button of the notice. */
  readonly action: (action: NoticeAction) => void;
}

/** Whether a payment is under way, so that nothing can be typed. */
export const isBusy = ({ phase }: CheckoutState) => phase === 'paying' || phase === 'redirecting';

interface ViewParts {
  readonly checkout: CheckoutMachine;
  /** Undefined until the page has set anything. */
  readonly settings: PageSettings | undefined;
  readonly networks: readonly Network[];
  readonly fields: FieldSet;
  /** Undefined until `pay-methods.js` has loaded. */
  readonly choice: MethodChoice | undefined;
  readonly isServerRendered: boolean;
  readonly language: Language;
  readonly on: FormHandlers;
}

/** Collects what the form shows now. */
export function createFormView({ checkout, settings, choice, language, ...parts }: ViewParts): FormView {
  const { state, canSubmit, paymentHistory, config } = checkout;
  const disabled = settings?.disabled ?? false;
  return {
    ...parts,
    ...{ state, canSubmit, paymentHistory, disabled, language },
    canFetchIntent: config !== undefined && canFetchIntent(config),
    hasStatusSource: config !== undefined && hasStatusSource(config),
    isWrittenByServer: false,
    price: config?.price,
    isTestMode: config?.publishableKey.startsWith('pk_test_') ?? false,
    developerMessage:
      state.phase === 'misconfigured' && isDeveloperPage(settings?.values.publishableKey)
        ? state.error.message
        : undefined,
    expiresAt: config?.expiresAt,
    documentUrl: settings?.documentUrl,
    choice: choice?.createView(language, state, isBusy(state), disabled),
  };
}
