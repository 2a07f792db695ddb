import { html, type TemplateResult } from 'lit/html.js';
import type { Price } from '../checkout/price.js';
import type { Language } from '../i18n/language.js';
import { formatMoney, formatRiyalsInEnglish } from '../../money.js';
import { renderRiyals } from './marks.js';

type FormLanguage = Pick<Language, 'formatTag' | 'messages'>;

/** The button's text: "Pay", with the amount where the page has set one. */
export function renderPayText(price: Price | undefined, language: FormLanguage): TemplateResult {
  const { messages } = language;
  if (!price) return html`<span .textContent=${messages.payNow}></span>`;
  // The locale decides where the amount stands in the sentence. The amount itself is a template, for the riyal's sign.
  const [before, after] = messages.pay('\0').split('\0');
  return html`<span .textContent=${before}></span>${renderPrice(price, language)}<span
      .textContent=${after}
    ></span>`;
}

function renderPrice({ amount, currency }: Price, { formatTag, messages }: FormLanguage): TemplateResult {
  const isRiyal = currency === 'SAR';
  if (isRiyal && formatTag === 'en' && amount > 99)
    return renderRiyals(formatRiyalsInEnglish(amount), messages.riyals);
  const text = formatMoney(amount, currency, formatTag)
    // The riyal's sign is an SVG, so drop the currency's text.
    .filter(({ type }) => !isRiyal || (type !== 'currency' && type !== 'literal'))
    .map(({ value }) => value)
    .join('');
  return isRiyal ? renderRiyals(text, messages.riyals) : html`<bdi .textContent=${text}></bdi>`;
}
