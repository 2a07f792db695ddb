import { html, nothing, type TemplateResult } from 'lit/html.js';
import { networkRules, type NetworkGuess, type Network } from '../card/brand.js';
import type { FieldName } from '../card/card.js';
import type { Price } from '../checkout/config.js';
import type { CheckoutState } from '../checkout/state.js';
import type { FieldSet } from './field-set.js';
import { isolate, type Language } from '../i18n/language.js';
import type { FormMessages } from '../i18n/messages.js';
import { writeNotice, type NoticeAction, type Notice } from '../i18n/notice.js';
import { getPaymentSituation, type SituationContext } from './payment-situation.js';
import { blankCard, codePlace, networkMark } from './marks.js';
import { noticeClass, noticeContent } from './notice.js';
import { payText } from './pay-text.js';
import type { SavedView } from './saved/index.js';

/** Everything that the drawing of the form depends on. */
export interface FormView {
  readonly state: CheckoutState;
  /** Whether something can be typed and sent. */
  readonly canSubmit: boolean;
  readonly canFetchIntent: boolean;
  /** Whether the merchant's server can be asked. */
  readonly hasStatusSource: boolean;
  readonly paymentHistory: SituationContext['paymentHistory'];
  /** The form was in the page's HTML, and the payer may be typing: it stays in sight while values are waited for. */
  readonly isServerRendered: boolean;
  /** No script is there: no input has a name, and the button cannot be pressed, so that nothing is sent anywhere. */
  readonly inert: boolean;
  readonly disabled: boolean;
  readonly price: Price | undefined;
  readonly networks: readonly Network[];
  readonly isTestMode: boolean;
  /** Why the form is misconfigured, where a developer may read it in the page. */
  readonly forDeveloper: string | undefined;
  readonly expiresAt: number | undefined;
  readonly fields: Pick<FieldSet, 'errors' | 'brandIsSettled'> & { readonly checked: NetworkGuess };
  /** Not there where the page has nothing to do with saved cards. */
  readonly saved?: SavedView | undefined;
  readonly language: Pick<Language, 'tag' | 'locale' | 'direction' | 'messages'>;
  readonly on: FormHandlers;
}

/** What the payer does with the form. */
export interface FormHandlers {
  readonly submit: (event: SubmitEvent) => void;
  /** The payer typed, pasted or autofilled. */
  readonly input: (event: Event) => void;
  /** The focus has left something in the form. */
  readonly blur: (event: FocusEvent) => void;
  /** A key goes down, or is held down and repeats. */
  readonly keyDown: (event: KeyboardEvent) => void;
  /** The payer presses a button of the notice. */
  readonly act: (act: NoticeAction) => void;
}

/**
 * The whole form, in one template: the inputs are in no other, so that a form in the page's HTML can be taken over with
 * the inputs that it has. A server writes the template as text, so it holds no directives.
 *
 * Each text that can change is the `textContent` of an element: a browser that translates the page puts nodes of its own in
 * the place of texts, and a text that Lit changes in there, such as the amount, would go on saying what it said.
 */
export function formTemplate(view: FormView): TemplateResult {
  const { state, language, inert, on } = view;
  const { messages, direction } = language;
  const { labels } = messages;
  const busy = isBusy(state);
  // The skeleton is the form itself, invisible and out of reach, so that nothing moves when the values arrive.
  const waiting = state.phase === 'waiting';
  const skeleton = waiting && !view.isServerRendered;
  const said = statementOf(view);
  const savedChosen = view.saved?.chosen ?? false;
  const nameOf = (autocomplete: string) => (inert ? nothing : autocomplete);
  const locked = waiting || inert || (view.disabled && !busy);
  const [number, expiry, cvc, name] = [
    errorOf(view, 'number'),
    errorOf(view, 'expiry'),
    errorOf(view, 'cvc'),
    errorOf(view, 'name'),
  ];
  return html`<div class="root ${direction}" dir=${direction} lang=${language.tag} part="form">
    <slot name="summary"></slot>
    <div class="notice ${noticeClass(said)}" part="notice" role="status" aria-live="polite" tabindex="-1">
      ${noticeContent(said, view.forDeveloper, on.act)}
    </div>
    <p class="unseen" role="status" .textContent=${busy ? busyText(view) : ''}></p>
    <form
      class="grid ${busy ? 'busy-form' : skeleton ? 'skeleton' : ''}"
      ?hidden=${!busy && !waiting && !view.canSubmit}
      novalidate
      method="dialog"
      autocomplete="on"
      aria-label=${skeleton ? messages.loading : messages.form}
      aria-busy=${busy || waiting}
      tabindex=${skeleton ? '-1' : nothing}
      @submit=${on.submit}
      @input=${on.input}
      @change=${on.input}
      @focusout=${on.blur}
      @keydown=${on.keyDown}
    >
      ${view.saved?.above}
      <div class="field number" part="field" ?hidden=${savedChosen}>
        <div class="head">
          <label for="number" part="label" .textContent=${labels.number}></label>
          ${acceptedTemplate(view)}
        </div>
        <div class="control">
          <input
            id="number"
            name=${nameOf('cc-number')}
            class="digits"
            part="input"
            type="text"
            autocomplete="cc-number"
            inputmode="numeric"
            autocapitalize="off"
            autocorrect="off"
            spellcheck="false"
            aria-required="true"
            aria-invalid=${number !== nothing}
            aria-errormessage="number-error"
            aria-describedby="number-error"
            ?readonly=${busy}
            ?disabled=${view.disabled}
          />
          ${brandTemplate(view)}
        </div>
        <div class="message">
          <p class="error" id="number-error" part="error" aria-live="polite">${number}</p>
        </div>
      </div>
      <div class="field expiry" part="field" ?hidden=${savedChosen}>
        <div class="head"><label for="expiry" part="label" .textContent=${labels.expiry}></label></div>
        <div class="control">
          <input
            id="expiry"
            name=${nameOf('cc-exp')}
            class="digits"
            part="input"
            type="text"
            autocomplete="cc-exp"
            inputmode="numeric"
            autocapitalize="off"
            autocorrect="off"
            spellcheck="false"
            placeholder=${messages.expiryPlaceholder}
            aria-required="true"
            aria-invalid=${expiry !== nothing}
            aria-errormessage="expiry-error"
            aria-describedby="expiry-error"
            ?readonly=${busy}
            ?disabled=${view.disabled}
          />
        </div>
        <div class="message">
          <p class="error" id="expiry-error" part="error" aria-live="polite">${expiry}</p>
        </div>
      </div>
      <div class="field cvc" part="field" ?hidden=${savedChosen}>
        <div class="head">
          <label for="cvc" part="label" .textContent=${labels.cvc}></label>
        </div>
        <div class="control">
          <input
            id="cvc"
            name=${nameOf('cc-csc')}
            class="digits"
            part="input"
            type="text"
            autocomplete="cc-csc"
            inputmode="numeric"
            autocapitalize="off"
            autocorrect="off"
            spellcheck="false"
            placeholder=${isolate(messages.cvcHint(codeLength(view)))}
            aria-required="true"
            aria-invalid=${cvc !== nothing}
            aria-errormessage="cvc-error"
            aria-describedby="cvc-error"
            ?readonly=${busy}
            ?disabled=${view.disabled}
          />
          <span class="inside" aria-hidden="true">${codePlace(codeLength(view) === 4)}</span>
        </div>
        <div class="message">
          <p class="error" id="cvc-error" part="error" aria-live="polite">${cvc}</p>
        </div>
      </div>
      <div class="field name" part="field" ?hidden=${savedChosen}>
        <div class="head"><label for="name" part="label" .textContent=${labels.name}></label></div>
        <div class="control">
          <input
            id="name"
            name=${nameOf('cc-name')}
            part="input"
            type="text"
            autocomplete="cc-name"
            inputmode="text"
            autocapitalize="words"
            autocorrect="off"
            spellcheck="false"
            aria-required="true"
            aria-invalid=${name !== nothing}
            aria-errormessage="name-error"
            aria-describedby="name-error"
            ?readonly=${busy}
            ?disabled=${view.disabled}
          />
        </div>
        <div class="message">
          <p class="error" id="name-error" part="error" aria-live="polite">${name}</p>
        </div>
      </div>
      ${view.saved?.below}
      <button
        part="button"
        type=${inert ? 'button' : 'submit'}
        class=${busy ? 'busy' : ''}
        ?disabled=${locked}
        aria-disabled=${locked || busy || view.disabled}
      >
        ${busy ? busyTemplate(view) : payText(view.price, language)}
      </button>
      ${view.isTestMode ? html`<p class="test" .textContent=${messages.testMode}></p>` : nothing}
    </form>
    <slot name="footer"></slot>
  </div>`;
}

/** Whether a payment is being made, so that nothing can be typed. */
export const isBusy = ({ phase }: CheckoutState) => phase === 'paying' || phase === 'redirecting';

/** What is said about a field, as an element of its own: a text that a browser has translated could not be changed. */
function errorOf(
  { fields, language: { messages } }: FormView,
  name: FieldName,
): TemplateResult | typeof nothing {
  const error = fields.errors[name];
  if (!error) return nothing;
  return 'words' in error
    ? // The service's own words are in its language and direction, which nobody here knows.
      html`<span .textContent=${`${messages.refused[name]} `}></span
        ><bdi lang="" .textContent=${error.words}></bdi>`
    : html`<span .textContent=${problemText(messages, name, error.code)}></span>`;
}

/** What a problem of a field is called in words. */
export function problemText(messages: FormMessages, name: FieldName, code: string): string {
  const words: Readonly<Record<string, string>> = messages.problems[name];
  return words[code] ?? messages.errors.card;
}

function acceptedTemplate({ networks, fields, language: { messages } }: FormView): TemplateResult {
  const fitting = fields.checked.networks;
  return html`<ul class="marks" aria-label=${messages.accepted}>
    ${networks.map((network) => {
      const fits = fitting.includes(network);
      return html`<li part="brand" class=${fitting.length > 0 && !fits ? 'other' : ''} ?data-brand=${fits}>
        ${networkMark(network, messages.networks[network])}
      </li>`;
    })}
  </ul>`;
}

function brandTemplate({ fields, language: { messages } }: FormView): TemplateResult {
  const { network: brand, networks } = fields.checked;
  const mark = (network: Network) =>
    html`<span part="brand">${networkMark(network, messages.networks[network])}</span>`;
  return html`<span class="inside" aria-hidden="true"
      >${brand ? networks.slice(0, 2).map(mark) : blankCard()}</span
    ><span
      class="unseen"
      role="status"
      .textContent=${brand && fields.brandIsSettled ? messages.cardIs(messages.networks[brand]) : ''}
    ></span>`;
}

const codeLength = ({ fields: { checked } }: FormView) =>
  checked.network ? networkRules[checked.network].cvcLength : 3;

const busyTemplate = (view: FormView) =>
  html`<span class="spinner" aria-hidden="true"></span><span .textContent=${busyText(view)}></span>`;

const busyText = ({ state, language: { messages } }: FormView): string =>
  state.phase === 'redirecting' ? messages.redirecting : messages.paying;

/** Why nothing can be typed now, in one sentence. */
export function stateText(view: FormView): string {
  const { state, language } = view;
  if (state.phase === 'waiting') return language.messages.loading;
  if (isBusy(state)) return busyText(view);
  const it = statementOf(view);
  return it?.title ?? it?.lines[0] ?? language.messages.form;
}

/** What is known of the payer's money, in words. */
function statementOf(view: FormView): Notice | undefined {
  const { state, language, expiresAt } = view;
  const known = getPaymentSituation(state, {
    ...view,
    getClosingTime: () => (expiresAt === undefined ? undefined : isolate(time(expiresAt, language.locale))),
  });
  return known && writeNotice(known, language.messages);
}

const time = (at: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(at);
