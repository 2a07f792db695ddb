import { html, type TemplateResult } from 'lit/html.js';
import type { Price } from '../checkout/config.js';
import type { Language } from '../i18n/language.js';
import { formatMoney, formatRiyalsInEnglish } from '../money.js';
import { riyals } from './marks.js';

type FormLanguage = Pick<Language, 'locale' | 'messages'>;

/** What the button says: "Pay", with the amount where the page has set one. */
export function payText(price: Price | undefined, language: FormLanguage): TemplateResult {
  const { messages } = language;
  if (!price) return html`<span .textContent=${messages.payNow}></span>`;
  // The language decides where the amount stands in the sentence; the amount itself is drawn.
  const [before, after] = messages.pay('\0').split('\0');
  return html`<span .textContent=${before}></span>${priceTemplate(price, language)}<span
      .textContent=${after}
    ></span>`;
}

function priceTemplate({ amount, currency }: Price, { locale, messages }: FormLanguage): TemplateResult {
  const isRiyal = currency === 'SAR';
  if (isRiyal && locale === 'en' && amount > 99)
    return riyals(formatRiyalsInEnglish(amount), messages.riyals);
  const text = formatMoney(amount, currency, locale)
    // The sign of the riyal is drawn.
    .filter(({ type }) => !isRiyal || (type !== 'currency' && type !== 'literal'))
    .map(({ value }) => value)
    .join('');
  return isRiyal ? riyals(text, messages.riyals) : html`<bdi .textContent=${text}></bdi>`;
}
