import { html, nothing, type TemplateResult } from 'lit';
import { brands, type Network } from '../card/brand.js';
import type { FieldName } from '../card/card.js';
import type { Price } from '../checkout/config.js';
import type { CheckoutState } from '../checkout/state.js';
import { formatMoney } from '../money.js';
import type { Fields } from './fields.js';
import type { Language } from './language.js';
import { declineReason } from './messages/decline.js';
import type { Messages } from './messages/messages.js';

/** All that a picture of the element is made of. */
export interface View {
  readonly state: CheckoutState;
  /** Whether something can be typed and sent. */
  readonly usable: boolean;
  readonly lazy: boolean;
  /** Whether the merchant's server can be asked. */
  readonly askable: boolean;
  readonly disabled: boolean;
  readonly price: Price | undefined;
  readonly networks: readonly Network[];
  readonly test: boolean;
  readonly expiresAt: number | undefined;
  readonly fields: Fields;
  readonly language: Language;
  readonly onSubmit: (event: Event) => void;
}

const names: Readonly<Record<Network, string>> = {
  mada: 'mada',
  visa: 'Visa',
  master: 'Mastercard',
  amex: 'American Express',
  unionpay: 'UnionPay',
};

export function render(view: View): TemplateResult {
  const { state, language } = view;
  const { messages } = language;
  const busy = state.phase === 'paying' || state.phase === 'redirecting';
  const shown = busy || view.usable;
  return html`
    <div class=${language.direction} dir=${language.direction} lang=${language.tag} part="form">
      <slot name="summary"></slot>
      ${notice(view)}
      ${
        state.phase === 'waiting'
          ? html`<div class="skeletons" aria-busy="true" role="group" aria-label=${messages.loading}>
              <div class="skeleton wide"></div>
              <div class="skeleton"></div>
              <div class="skeleton"></div>
              <div class="skeleton wide"></div>
            </div>`
          : nothing
      }
      <form
        ?hidden=${!shown}
        novalidate
        method="post"
        autocomplete="on"
        aria-label=${messages.form}
        aria-busy=${busy ? 'true' : 'false'}
        @submit=${view.onSubmit}
      >
        <div class="top wide">${accepted(view)}</div>
        ${field(view, 'number', { autocomplete: 'cc-number', wide: true, extra: brandMark(view) })}
        ${field(view, 'expiry', { autocomplete: 'cc-exp', placeholder: messages.expiryPlaceholder })}
        ${field(view, 'cvc', { autocomplete: 'cc-csc', hint: cvcHint(view) })}
        ${field(view, 'name', { autocomplete: 'cc-name', wide: true })}
        <button part="button" type="submit" aria-disabled=${busy || view.disabled ? 'true' : 'false'}>
          ${busy ? html`<span class="spinner" aria-hidden="true"></span>` : nothing}${buttonText(view)}
        </button>
      </form>
      <slot name="footer"></slot>
    </div>
  `;
}

interface FieldView {
  readonly autocomplete: 'cc-number' | 'cc-exp' | 'cc-csc' | 'cc-name';
  readonly wide?: boolean;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly extra?: unknown;
}

function field(view: View, name: FieldName, it: FieldView): TemplateResult {
  const { fields, language, state } = view;
  const complaint = fields.complaints[name];
  const words = !complaint
    ? ''
    : 'words' in complaint
      ? complaint.words
      : said(language.messages, name, complaint.code);
  const locked = state.phase === 'paying' || state.phase === 'redirecting';
  const edited = () => fields.edited(name);
  return html`
    <div class="field ${it.wide ? 'wide' : ''}" part="field">
      <label for=${name} part="label">
        ${language.messages.labels[name]}${it.hint ? html` <span class="hint" part="hint">${it.hint}</span>` : nothing}
      </label>
      <div class="control">
        <input
          id=${name}
          name=${it.autocomplete}
          class=${name === 'name' ? '' : 'digits'}
          part="input"
          type="text"
          autocomplete=${it.autocomplete}
          inputmode=${name === 'name' ? 'text' : 'numeric'}
          autocapitalize=${name === 'name' ? 'words' : 'off'}
          autocorrect="off"
          spellcheck="false"
          placeholder=${it.placeholder ?? nothing}
          aria-required="true"
          aria-invalid=${words ? 'true' : 'false'}
          aria-errormessage="${name}-error"
          aria-describedby="${name}-error"
          ?readonly=${locked}
          ?disabled=${view.disabled}
          @input=${edited}
          @change=${edited}
          @blur=${() => fields.left(name)}
        />
        ${it.extra ?? nothing}
      </div>
      <p class="error" id="${name}-error" part="error" aria-live="polite">${words}</p>
    </div>
  `;
}

function said(messages: Messages, name: FieldName, code: string): string {
  const words: Readonly<Record<string, string>> = messages.problems[name];
  return words[code] ?? messages.errors.card;
}

function accepted({ networks, fields, language, test }: View): unknown {
  const fitting = fields.checked.networks;
  return html`
    <ul class="marks" aria-label=${language.messages.accepted}>
      ${networks.map(
        (network) =>
          html`<li class="mark" part="brand" ?data-brand=${fitting.includes(network)}>${names[network]}</li>`,
      )}
    </ul>
    ${test ? html`<span>${language.messages.testMode}</span>` : nothing}
  `;
}

function brandMark({ fields, language }: View): TemplateResult {
  const { brand } = fields.checked;
  const name = brand ? names[brand] : '';
  return html`
    <span class="brand" aria-hidden="true">
      ${brand ? html`<span class="mark" data-brand part="brand">${names[brand]}</span>` : nothing}
    </span>
    <span class="unseen" role="status">${name && language.messages.cardIs(name)}</span>
  `;
}

function cvcHint({ fields, language }: View): string {
  const { brand } = fields.checked;
  return language.messages.cvcHint(brand ? brands[brand].cvcLength : 3);
}

function buttonText({ state, price, language }: View): string {
  const { messages, tag } = language;
  if (state.phase === 'redirecting') return messages.redirecting;
  if (state.phase === 'paying') return messages.paying;
  return price ? messages.pay(formatMoney(price.amount, price.currency, tag)) : messages.payNow;
}

/** What the payer must know now. The region is there from the first render on, so that a screen reader hears it change. */
function notice(view: View): TemplateResult {
  const found = content(view);
  const tone = found ? `said ${found.tone}` : '';
  return html`
    <div class="notice ${tone}" part="notice" role="status" aria-live="polite">${found?.text ?? nothing}</div>
  `;
}

interface Notice {
  readonly tone: 'bad' | 'good' | 'open';
  readonly text: TemplateResult;
}

const line = (text: string) => html`<p>${text}</p>`;
const strong = (text: string) => html`<p class="strong">${text}</p>`;

function content({ state, lazy, askable, language, expiresAt }: View): Notice | undefined {
  const { messages } = language;
  switch (state.phase) {
    case 'waiting':
    case 'redirecting':
    case 'paying':
      return undefined;
    case 'misconfigured':
      return {
        tone: 'bad',
        text: html`${strong(messages.misconfigured)}<code lang="en" dir="ltr">${state.error.message}</code>`,
      };
    case 'ready':
      if (state.error) return { tone: 'bad', text: line(messages.errors[state.error.code]) };
      if (state.lost) return { tone: 'open', text: line(messages.lost) };
      return state.closing && expiresAt !== undefined
        ? { tone: 'open', text: line(messages.closing(time(expiresAt, language.tag))) }
        : undefined;
    case 'failed':
      return {
        tone: 'bad',
        text: html`${strong(messages.failed)}${line(messages.declines[declineReason(state.outcome.payment)])}${line(
          lazy ? messages.tryAgain : messages.startAnew,
        )}`,
      };
    case 'paid':
      return { tone: 'good', text: strong(messages.paid) };
    case 'authorized':
      return { tone: 'good', text: strong(messages.authorized) };
    case 'unknown':
      return { tone: 'open', text: strong(askable ? messages.checking : messages.uncertain) };
    case 'expired':
      return { tone: 'bad', text: strong(state.refused ? messages.spent : messages.expired) };
    default:
      return state satisfies never;
  }
}

const time = (at: number, tag: string) =>
  new Intl.DateTimeFormat(tag, { hour: 'numeric', minute: '2-digit' }).format(at);
