import { brands, type BrandGuess, type Network } from '../card/brand.js';
import type { FieldName } from '../card/card.js';
import type { Price } from '../checkout/config.js';
import type { CheckoutState } from '../checkout/state.js';
import { formatMoney, riyalsInEnglish } from '../money.js';
import { h, type Child, type Drawn } from './draw.js';
import type { Fields } from './fields.js';
import { isolate, type Language } from '../words/language.js';
import type { Messages } from '../words/messages.js';
import { sentence, type Act, type Sentence } from '../words/sentence.js';
import { knownOf, type Around } from './known.js';
import { blankCard, codePlace, networkMark, riyals } from './marks.js';
import { notice } from './notice.js';
import type { SavedView } from './saved/index.js';

/** Everything that the drawing of the form depends on. */
export interface View {
  readonly state: CheckoutState;
  /** Whether something can be typed and sent. */
  readonly usable: boolean;
  readonly lazy: boolean;
  /** Whether the merchant's server can be asked. */
  readonly askable: boolean;
  readonly earlier: Around['earlier'];
  /** The form was in the page's HTML, and the payer may be typing: it stays in sight while values are waited for. */
  readonly declared: boolean;
  readonly disabled: boolean;
  readonly price: Price | undefined;
  readonly networks: readonly Network[];
  readonly test: boolean;
  readonly expiresAt: number | undefined;
  readonly fields: Pick<Fields, 'complaints' | 'brandIsSettled' | 'edited' | 'left'> & {
    readonly checked: BrandGuess;
  };
  /** Not there where the page has nothing to do with saved cards. */
  readonly saved?: SavedView | undefined;
  readonly language: Pick<Language, 'tag' | 'locale' | 'direction' | 'messages'>;
  readonly onSubmit: (event: Event) => void;
  /** The payer presses a button of the notice. */
  readonly onAct: (act: Act) => void;
}

export function picture(view: View): Drawn {
  const { state, language } = view;
  const { messages, direction } = language;
  const busy = isBusy(state);
  // The skeleton is the form itself, invisible and out of reach, so that nothing moves when the values arrive.
  const waiting = state.phase === 'waiting';
  const bones = waiting && !view.declared;
  return h(
    'div',
    { class: `root ${direction}`, dir: direction, lang: language.tag, part: 'form' },
    h('slot', { name: 'summary' }),
    notice(told(view), state.phase === 'misconfigured' ? state.error.message : undefined, view.onAct),
    h('p', { class: 'unseen', role: 'status' }, busy ? busyText(view) : ''),
    h(
      'form',
      {
        class: `grid ${busy ? 'busy-form' : bones ? 'bones' : ''}`,
        hidden: !busy && !waiting && !view.usable,
        novalidate: true,
        method: 'dialog',
        autocomplete: 'on',
        'aria-label': bones ? messages.loading : messages.form,
        'aria-busy': String(busy || waiting),
        tabindex: bones ? '-1' : undefined,
        onsubmit: view.onSubmit,
      },
      // A place is kept for what may come later, so that the inputs stay where they are.
      view.saved?.above ?? h('fieldset', { hidden: true }),
      field(view, 'number', { autocomplete: 'cc-number', beside: accepted(view), inside: brandMark(view) }),
      field(view, 'expiry', { autocomplete: 'cc-exp', placeholder: messages.expiryPlaceholder }),
      field(view, 'cvc', {
        autocomplete: 'cc-csc',
        hint: cvcHint(view),
        inside: codePlace(codeLength(view) === 4),
      }),
      field(view, 'name', { autocomplete: 'cc-name' }),
      view.saved?.below ?? h('p', { hidden: true }),
      h(
        'button',
        {
          part: 'button',
          type: 'submit',
          class: busy ? 'busy' : '',
          disabled: waiting || (view.disabled && !busy),
          'aria-disabled': String(waiting || busy || view.disabled),
        },
        busy ? [h('span', { class: 'spinner', 'aria-hidden': 'true' }), busyText(view)] : payText(view),
      ),
      view.test ? h('p', { class: 'test' }, messages.testMode) : undefined,
    ),
    h('slot', { name: 'footer' }),
  );
}

/** Whether a payment is being made, so that nothing can be typed. */
export const isBusy = ({ phase }: CheckoutState) => phase === 'paying' || phase === 'redirecting';

interface FieldView {
  readonly autocomplete: 'cc-number' | 'cc-exp' | 'cc-csc' | 'cc-name';
  readonly placeholder?: string;
  readonly hint?: string;
  /** At the other end of the label's line. */
  readonly beside?: Child;
  /** At the end of the input. */
  readonly inside?: Child;
}

function field(view: View, name: FieldName, it: FieldView): Drawn {
  const { fields, language } = view;
  const { messages } = language;
  const complaint = fields.complaints[name];
  const words =
    complaint &&
    ('words' in complaint
      ? // The service's own words are in its language and direction, which nobody here knows.
        [`${messages.refused[name]} `, h('bdi', { lang: '' }, complaint.words)]
      : problemText(messages, name, complaint.code));
  const edited = () => fields.edited(name);
  const isName = name === 'name';
  const error = `${name}-error`;
  return h(
    'div',
    { class: `field ${name}`, part: 'field', hidden: view.saved?.chosen },
    h(
      'div',
      { class: 'head' },
      h(
        'label',
        { for: name, part: 'label' },
        messages.labels[name],
        it.hint ? [' ', h('span', { class: 'hint', part: 'hint' }, it.hint)] : undefined,
      ),
      it.beside,
    ),
    h(
      'div',
      { class: 'control' },
      h('input', {
        id: name,
        name: it.autocomplete,
        class: isName ? '' : 'digits',
        part: 'input',
        type: 'text',
        autocomplete: it.autocomplete,
        inputmode: isName ? 'text' : 'numeric',
        autocapitalize: isName ? 'words' : 'off',
        autocorrect: 'off',
        spellcheck: 'false',
        placeholder: it.placeholder,
        'aria-required': 'true',
        'aria-invalid': String(Boolean(words)),
        'aria-errormessage': error,
        'aria-describedby': error,
        readonly: isBusy(view.state),
        disabled: view.disabled,
        oninput: edited,
        onchange: edited,
        onblur: () => fields.left(name),
      }),
      it.inside,
    ),
    h(
      'div',
      { class: 'message' },
      h('p', { class: 'error', id: error, part: 'error', 'aria-live': 'polite' }, words),
    ),
  );
}

/** What a problem of a field is called in words. */
export function problemText(messages: Messages, name: FieldName, code: string): string {
  const words: Readonly<Record<string, string>> = messages.problems[name];
  return words[code] ?? messages.errors.card;
}

function accepted({ networks, fields, language }: View): Drawn {
  const fitting = fields.checked.networks;
  return h(
    'ul',
    { class: 'marks', 'aria-label': language.messages.accepted },
    networks.map((network) => {
      const fits = fitting.includes(network);
      return h(
        'li',
        { part: 'brand', class: fitting.length > 0 && !fits ? 'other' : '', 'data-brand': fits },
        networkMark(network, language.messages.networks[network]),
      );
    }),
  );
}

function brandMark({ fields, language }: View): Child {
  const { brand, networks } = fields.checked;
  const { messages } = language;
  const mark = (network: Network) =>
    h('span', { part: 'brand' }, networkMark(network, messages.networks[network]));
  return [
    h('span', { class: 'inside', 'aria-hidden': 'true' }, brand ? networks.slice(0, 2).map(mark) : blankCard),
    h(
      'span',
      { class: 'unseen', role: 'status' },
      brand && fields.brandIsSettled ? messages.cardIs(messages.networks[brand]) : '',
    ),
  ];
}

const codeLength = ({ fields: { checked } }: View) => (checked.brand ? brands[checked.brand].cvcLength : 3);

const cvcHint = (view: View): string => view.language.messages.cvcHint(codeLength(view));

const busyText = ({ state, language: { messages } }: View): string =>
  state.phase === 'redirecting' ? messages.redirecting : messages.paying;

function payText({ price, language }: View): Child {
  const { messages } = language;
  if (!price) return messages.payNow;
  // The language decides where the amount stands in the sentence; the amount itself is drawn.
  const [before, after] = messages.pay('\0').split('\0');
  return [before, priceText(price, language), after];
}

function priceText({ amount, currency }: Price, { locale, messages }: View['language']): Drawn {
  const isRiyal = currency === 'SAR';
  if (isRiyal && locale === 'en' && amount > 99) return riyals(riyalsInEnglish(amount), messages.riyals);
  const text = formatMoney(amount, currency, locale)
    // The sign of the riyal is drawn.
    .filter(({ type }) => !isRiyal || (type !== 'currency' && type !== 'literal'))
    .map(({ value }) => value)
    .join('');
  return isRiyal ? riyals(text, messages.riyals) : h('bdi', {}, text);
}

/** Why nothing can be typed now, in one sentence. */
export function stateText(view: View): string {
  const { state, language } = view;
  if (state.phase === 'waiting') return language.messages.loading;
  if (isBusy(state)) return busyText(view);
  const it = told(view);
  return it?.title ?? it?.lines[0] ?? language.messages.form;
}

/** What is known of the payer's money, in words. */
function told(view: View): Sentence | undefined {
  const { state, language, expiresAt } = view;
  const known = knownOf(state, {
    ...view,
    closing: () => (expiresAt === undefined ? undefined : isolate(time(expiresAt, language.locale))),
  });
  return known && sentence(known, language.messages);
}

const time = (at: number, locale: string) =>
  new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit' }).format(at);
