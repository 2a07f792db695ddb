import { html, nothing, type TemplateResult } from 'lit/html.js';
import { networkTable, type Network } from '../card/networks.js';
import type { FieldName } from '../card/card.js';
import { fieldNames, mapFields } from '../card/fields.js';
import { isolate } from '../i18n/language.js';
import type { FormMessages } from '../i18n/messages.js';
import { getDecimals, writeMoney } from '../../money.js';
import { writeNotice, type Notice } from '../i18n/notice.js';
import { getPaymentSituation } from './payment-situation.js';
import { getNetworkName, renderBlankCard, renderCodePlace, renderNetworkMark } from './marks.js';
import { getNoticeClass, renderNotice } from './notice.js';
import { renderPayText } from './pay-text.js';
import { isBusy, type FormView } from './form-view.js';

/**
 * The whole form in one template, including the inputs, so that a server-rendered form can be hydrated without replacing
 * the inputs. A server writes the template as text, so the template contains no directives.
 *
 * Each text that can change is the `textContent` of an element: browsers that translate a page wrap its text nodes, and Lit
 * would update the detached original. Setting `textContent` replaces the wrapper.
 */
export function formTemplate(view: FormView): TemplateResult {
  const { state, language, isWrittenByServer, on } = view;
  const { messages, direction } = language;
  const { labels } = messages;
  const isPaying = isBusy(state);
  // The skeleton is the form itself, invisible and out of reach, so that nothing moves when the values arrive.
  const isWaiting = state.phase === 'waiting';
  const isSkeleton = isWaiting && !view.isServerRendered;
  const notice = getNotice(view);
  const isCardHidden = view.choice?.method !== undefined;
  const nameOf = (autocomplete: string) => (isWrittenByServer ? nothing : autocomplete);
  const isButtonDisabled = isWaiting || isWrittenByServer || (view.disabled && !isPaying);
  const errors = mapFields((field) => renderError(view, field));
  const live = view.fields.isAnnouncingErrors ? 'polite' : 'off';
  return html`<div class="root ${direction}" dir=${direction} lang=${language.tag} part="form">
    <slot name="summary"></slot>
    <div
      class="notice ${getNoticeClass(notice)}"
      part="notice"
      role="status"
      aria-live="polite"
      tabindex="-1"
    >
      ${renderNotice(notice, view.developerMessage, on.action)}
    </div>
    <p
      class="unseen"
      role="status"
      .textContent=${isPaying || isCodeOnItsWay(state) ? getBusyText(view) : getErrorSummary(view)}
    ></p>
    <form
      class="grid ${isPaying ? 'busy-form' : isSkeleton ? 'skeleton' : ''}"
      ?hidden=${(!isPaying && !isWaiting && !view.canSubmit) || view.choice?.hasFields === false}
      novalidate
      method="dialog"
      autocomplete="on"
      aria-label=${isSkeleton ? messages.loading : messages.form}
      aria-busy=${isPaying || isWaiting}
      tabindex=${isSkeleton ? '-1' : nothing}
      @submit=${on.submit}
      @input=${on.input}
      @change=${on.input}
      @focusout=${on.blur}
    >
      ${view.choice?.cardList}
      <div class="field number" part="field" ?hidden=${isCardHidden}>
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
            aria-invalid=${errors.number !== nothing}
            aria-describedby="number-error"
            ?readonly=${isPaying}
            ?disabled=${view.disabled}
          />
          ${brandTemplate(view)}
        </div>
        <div class="message">
          <p class="error" id="number-error" part="error" aria-live=${live}>${errors.number}</p>
        </div>
      </div>
      <div class="field expiry" part="field" ?hidden=${isCardHidden}>
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
            aria-invalid=${errors.expiry !== nothing}
            aria-describedby="expiry-error"
            ?readonly=${isPaying}
            ?disabled=${view.disabled}
          />
        </div>
        <div class="message">
          <p class="error" id="expiry-error" part="error" aria-live=${live}>${errors.expiry}</p>
        </div>
      </div>
      <div class="field cvc" part="field" ?hidden=${isCardHidden}>
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
            placeholder=${isolate(messages.cvcHint(getCodeLength(view)))}
            aria-required="true"
            aria-invalid=${errors.cvc !== nothing}
            aria-describedby="cvc-error"
            ?readonly=${isPaying}
            ?disabled=${view.disabled}
          />
          <span class="inside" aria-hidden="true">${renderCodePlace(getCodeLength(view) === 4)}</span>
        </div>
        <div class="message">
          <p class="error" id="cvc-error" part="error" aria-live=${live}>${errors.cvc}</p>
        </div>
      </div>
      <div class="field name" part="field" ?hidden=${isCardHidden}>
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
            aria-invalid=${errors.name !== nothing}
            aria-describedby="name-error"
            ?readonly=${isPaying}
            ?disabled=${view.disabled}
          />
        </div>
        <div class="message">
          <p class="error" id="name-error" part="error" aria-live=${live}>${errors.name}</p>
        </div>
      </div>
      ${view.choice?.saveOption}
      <button
        part="button"
        type=${isWrittenByServer ? 'button' : 'submit'}
        class=${isPaying ? 'busy' : ''}
        ?disabled=${isButtonDisabled}
        aria-disabled=${isButtonDisabled || isPaying || view.disabled}
      >
        ${isPaying ? renderBusyText(view) : renderPayText(view.price, language)}
      </button>
      ${view.isTestMode ? html`<p class="test" .textContent=${messages.testMode}></p>` : nothing}
    </form>
    ${view.choice?.codeForm}
    <slot name="footer"></slot>
  </div>`;
}

/** Renders a field's error. */
function renderError(
  { fields, language: { messages } }: FormView,
  name: FieldName,
): TemplateResult | typeof nothing {
  const error = fields.errors[name];
  if (!error) return nothing;
  return 'message' in error
    ? // The language and direction of the service's message are unknown.
      html`<span .textContent=${`${messages.refused[name]} `}></span
        ><bdi lang="" .textContent=${error.message}></bdi>`
    : html`<span .textContent=${getProblemText(messages, name, error.code)}></span>`;
}

/**
 * For screen readers, after a press that has found errors: one sentence if there are several, and the first field's message
 * if the focus was there already.
 */
function getErrorSummary({ fields, language: { messages } }: FormView): string {
  if (fields.isAnnouncingErrors) return '';
  const [first, ...others] = fieldNames.filter((field) => fields.errors[field]);
  const several = others.length > 0 ? messages.severalProblems : '';
  const error = first && fields.isFocusKept && fields.errors[first];
  if (!error) return several;
  return `${several} ${'message' in error ? messages.refused[first] : getProblemText(messages, first, error.code)}`.trim();
}

/** The message for a problem of a field. */
export function getProblemText(messages: FormMessages, name: FieldName, code: string): string {
  const texts: Readonly<Record<string, string>> = messages.problems[name];
  return texts[code] ?? (code === 'only_digits' ? messages.onlyDigits : messages.errors.card);
}

function acceptedTemplate({ networks, fields, language: { messages } }: FormView): TemplateResult {
  const fitting = fields.validity.networks;
  return html`<ul class="marks" aria-label=${messages.accepted}>
    ${networks.map((network) => {
      const fits = fitting.includes(network);
      return html`<li part="brand" class=${fitting.length > 0 && !fits ? 'other' : ''} ?data-brand=${fits}>
        ${renderNetworkMark(network, messages)}
      </li>`;
    })}
  </ul>`;
}

function brandTemplate({ fields, language: { messages } }: FormView): TemplateResult {
  const { network, networks } = fields.validity;
  const mark = (name: Network) => html`<span part="brand">${renderNetworkMark(name, messages)}</span>`;
  return html`<span class="inside" aria-hidden="true"
      >${network ? networks.slice(0, 2).map(mark) : renderBlankCard()}</span
    ><span
      class="unseen"
      role="status"
      .textContent=${network && fields.isNetworkSettled ? messages.cardIs(getNetworkName(messages, network)) : ''}
    ></span>`;
}

const getCodeLength = ({ fields: { validity } }: FormView) =>
  validity.network ? networkTable[validity.network].cvcLength : 3;

const isCodeOnItsWay = (state: FormView['state']) => state.phase === 'confirming' && state.step !== 'typing';

const renderBusyText = (view: FormView) =>
  html`<span class="spinner" aria-hidden="true"></span><span .textContent=${getBusyText(view)}></span>`;

const getBusyText = ({ state, language: { messages } }: FormView): string =>
  state.phase === 'redirecting' ? messages.redirecting : messages.paying;

/** Why nothing can be typed now, in one sentence. */
export function getStateText(view: FormView): string {
  const { state, language } = view;
  if (state.phase === 'waiting') return language.messages.loading;
  if (isBusy(state)) return getBusyText(view);
  const notice = getNotice(view);
  return notice?.title ?? notice?.lines[0] ?? language.messages.form;
}

function getNotice(view: FormView): Notice | undefined {
  const { state, language, expiresAt } = view;
  const situation = getPaymentSituation(state, {
    ...view,
    getClosingTime: () =>
      expiresAt === undefined ? undefined : isolate(formatTime(expiresAt, language.formatTag)),
    formatPrice: ({ amount, currency }) =>
      // How many decimals an unknown currency has is not known either.
      getDecimals(currency) === undefined
        ? undefined
        : isolate(writeMoney(amount, currency, language.formatTag)),
  });
  return situation && writeNotice(situation, view.choice?.messages ?? language.messages);
}

const formatTime = (at: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(at);
