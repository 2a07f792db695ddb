import { html, nothing, type TemplateResult } from 'lit/html.js';
import { brands, type Network } from '../card/brand.js';
import type { FieldName } from '../card/card.js';
import type { Price } from '../checkout/config.js';
import type { CheckoutState } from '../checkout/state.js';
import { formatMoney, riyalsInEnglish } from '../money.js';
import type { Fields } from './fields.js';
import { isolate, type Language } from '../words/language.js';
import type { Messages } from '../words/messages.js';
import { sentence, type Act, type Sentence } from '../words/sentence.js';
import { knownOf } from './known.js';
import { blankCard, codePlace, networkMark, noticeIcon, riyals } from './marks.js';

/** Everything that the drawing of the form depends on. */
export interface View {
  readonly state: CheckoutState;
  /** Whether something can be typed and sent. */
  readonly usable: boolean;
  readonly lazy: boolean;
  /** Whether the merchant's server can be asked. */
  readonly askable: boolean;
  /** The payer has set an open payment aside to pay another way: it may still go through. */
  readonly setAside: boolean;
  readonly disabled: boolean;
  readonly price: Price | undefined;
  readonly networks: readonly Network[];
  readonly test: boolean;
  readonly expiresAt: number | undefined;
  readonly fields: Fields;
  readonly language: Language;
  readonly onSubmit: (event: Event) => void;
  /** The payer presses a button of the notice. */
  readonly onAct: (act: Act) => void;
}

export function template(view: View): TemplateResult {
  const { state, language } = view;
  const { messages } = language;
  const busy = isBusy(state);
  // The skeleton is the form itself, invisible and out of reach, so that nothing moves when the values arrive.
  const waiting = state.phase === 'waiting';
  // The live region is there from the first drawing on: screen readers announce only changes of a region they know.
  const said = notice(view);
  return html`
    <div class="root ${language.direction}" dir=${language.direction} lang=${language.tag} part="form">
      <slot name="summary"></slot>
      <div
        class="notice ${said ? `said ${said.tone}` : ''}"
        part="notice"
        role="status"
        aria-live="polite"
        tabindex="-1"
      >
        ${said ? [noticeIcon(said.tone), said.text] : nothing}
      </div>
      <p class="unseen" role="status">${busy ? busyText(view) : ''}</p>
      <form
        class="grid ${busy ? 'busy-form' : ''} ${waiting ? 'bones' : ''}"
        ?hidden=${!busy && !waiting && !view.usable}
        novalidate
        method="dialog"
        autocomplete="on"
        aria-label=${waiting ? messages.loading : messages.form}
        aria-busy=${busy || waiting ? 'true' : 'false'}
        tabindex=${waiting ? -1 : nothing}
        @submit=${view.onSubmit}
      >
        ${field(view, 'number', { autocomplete: 'cc-number', beside: accepted(view), inside: brandMark(view) })}
        ${field(view, 'expiry', { autocomplete: 'cc-exp', placeholder: messages.expiryPlaceholder })}
        ${field(view, 'cvc', { autocomplete: 'cc-csc', hint: cvcHint(view), inside: codePlace(codeLength(view) === 4) })}
        ${field(view, 'name', { autocomplete: 'cc-name' })}
        <button
          part="button"
          type="submit"
          class=${busy ? 'busy' : ''}
          ?disabled=${view.disabled && !busy}
          aria-disabled=${busy || view.disabled ? 'true' : 'false'}
        >
          ${busy ? html`<span class="spinner" aria-hidden="true"></span>${busyText(view)}` : payText(view)}
        </button>
        ${view.test ? html`<p class="test">${messages.testMode}</p>` : nothing}
      </form>
      <slot name="footer"></slot>
    </div>
  `;
}

const isBusy = ({ phase }: CheckoutState) => phase === 'paying' || phase === 'redirecting';

interface FieldView {
  readonly autocomplete: 'cc-number' | 'cc-exp' | 'cc-csc' | 'cc-name';
  readonly placeholder?: string;
  readonly hint?: string;
  /** At the other end of the label's line. */
  readonly beside?: unknown;
  /** At the end of the input. */
  readonly inside?: unknown;
}

function field(view: View, name: FieldName, it: FieldView): TemplateResult {
  const { fields, language } = view;
  const { messages } = language;
  const complaint = fields.complaints[name];
  const words = !complaint
    ? ''
    : 'words' in complaint
      ? // The service's own words are in its language and direction, which nobody here knows.
        html`${messages.refused[name]} <bdi lang="">${complaint.words}</bdi>`
      : problemText(messages, name, complaint.code);
  const edited = () => fields.edited(name);
  return html`
    <div class="field ${name}" part="field">
      <div class="head">
        <label for=${name} part="label"
          >${messages.labels[name]}${it.hint ? html` <span class="hint" part="hint">${it.hint}</span>` : nothing}</label
        >${it.beside ?? nothing}
      </div>
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
          ?readonly=${isBusy(view.state)}
          ?disabled=${view.disabled}
          @input=${edited}
          @change=${edited}
          @blur=${() => fields.left(name)}
        />
        ${it.inside ?? nothing}
      </div>
      <div class="message" data-room=${longest(messages, name)}>
        <p class="error" id="${name}-error" part="error" aria-live="polite">${words}</p>
      </div>
    </div>
  `;
}

/** What a problem of a field is called in words. */
export function problemText(messages: Messages, name: FieldName, code: string): string {
  const words: Readonly<Record<string, string>> = messages.problems[name];
  return words[code] ?? messages.errors.card;
}

/** The field keeps room for its longest message, so that the form does not move when one appears. */
const longest = ({ problems }: Messages, name: FieldName): string =>
  Object.values<string>(problems[name]).reduce((a, b) => (b.length > a.length ? b : a));

function accepted({ networks, fields, language }: View): TemplateResult {
  const fitting = fields.checked.networks;
  return html`
    <ul class="marks" aria-label=${language.messages.accepted}>
      ${networks.map(
        (network) =>
          html`<li
            part="brand"
            class=${fitting.length > 0 && !fitting.includes(network) ? 'other' : ''}
            ?data-brand=${fitting.includes(network)}
          >
            ${networkMark(network, language.messages.networks[network])}
          </li>`,
      )}
    </ul>
  `;
}

function brandMark({ fields, language }: View): TemplateResult {
  const { brand, networks } = fields.checked;
  const { messages } = language;
  return html`
    <span class="inside" aria-hidden="true">
      ${
        brand
          ? networks
              .slice(0, 2)
              .map(
                (network) =>
                  html`<span part="brand">${networkMark(network, messages.networks[network])}</span>`,
              )
          : blankCard
      }
    </span>
    <span class="unseen" role="status"
      >${brand && fields.brandIsSettled ? messages.cardIs(messages.networks[brand]) : ''}</span
    >
  `;
}

const codeLength = ({ fields: { checked } }: View) => (checked.brand ? brands[checked.brand].cvcLength : 3);

const cvcHint = (view: View): string => view.language.messages.cvcHint(codeLength(view));

const busyText = ({ state, language: { messages } }: View): string =>
  state.phase === 'redirecting' ? messages.redirecting : messages.paying;

function payText({ price, language }: View): unknown {
  const { messages } = language;
  if (!price) return messages.payNow;
  // The language decides where the amount stands in the sentence; the amount itself is drawn.
  const [before, after] = messages.pay('\0').split('\0');
  return [before, priceText(price, language), after];
}

function priceText({ amount, currency }: Price, { locale, messages }: Language): TemplateResult {
  const inRiyals = (digits: string) => riyals(digits, messages.riyals);
  if (currency === 'SAR' && locale === 'en' && amount > 99) return inRiyals(riyalsInEnglish(amount));
  const parts = formatMoney(amount, currency, locale);
  const text = (all: typeof parts) => all.map(({ value }) => value).join('');
  if (currency !== 'SAR') return html`<bdi>${text(parts)}</bdi>`;
  return inRiyals(text(parts.filter(({ type }) => type !== 'currency' && type !== 'literal')));
}

/** Why nothing can be typed now, in one sentence. */
export function stateText(messages: Messages, { phase }: CheckoutState): string {
  switch (phase) {
    case 'waiting':
      return messages.loading;
    case 'ready':
      return messages.form;
    case 'unknown':
      return messages.checking;
    default:
      return messages[phase];
  }
}

/** What the payer must know now. */
function notice(view: View): { readonly tone: Sentence['tone']; readonly text: unknown } | undefined {
  const { state, language, expiresAt } = view;
  const known = knownOf(state, {
    ...view,
    closing: () => (expiresAt === undefined ? undefined : isolate(time(expiresAt, language.locale))),
  });
  if (!known) return undefined;
  const it = sentence(known, language.messages);
  return {
    tone: it.tone,
    text: [
      it.title ? html`<p class="strong">${it.title}</p>` : nothing,
      ...it.lines.map((text) => html`<p>${text}</p>`),
      state.phase === 'misconfigured'
        ? html`<code lang="en" dir="ltr">${state.error.message}</code>`
        : nothing,
      ...it.acts.map(
        ({ act, text }) =>
          html`<button class="continue" type="button" @click=${() => view.onAct(act)}>${text}</button>`,
      ),
    ],
  };
}

const time = (at: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(at);
