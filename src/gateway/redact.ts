import type { Card } from '../card/card.js';
import type { SentPaymentMethod } from '../checkout/payment-method.js';
import type { Intent } from '../checkout/ports.js';
import { record } from '../wire/reader.js';

/**
 * Where a text of the answer stands. `sent`: in a field of the payment that repeats what the page or the merchant's
 * server has sent. `words`: in words for people, or in a field of that name further below. `own`: in any other field.
 */
type Place = 'top' | 'own' | 'sent' | 'words';

const sentFields =
  /^(?:metadata|splits|description|invoice_id|callback_url|given_id|amount|currency|\w+_format)$/;
const wordFields = /^(?:type|message|errors)$/;

function getPlace(above: Place, field: string): Place {
  if (above === 'sent' || above === 'words') return above;
  if (wordFields.test(field)) return 'words';
  if (above === 'own') return sentFields.test(field) ? 'words' : 'own';
  return field === 'id' || sentFields.test(field) ? 'sent' : 'own';
}

/**
 * Takes out of an answer what was sent and may be repeated in it: it would be carried into events and errors.
 *
 * The page around a frame must not learn the card from what is missing either. It could fill `metadata` with every
 * security code and look which one is gone. So what was sent comes back as it is, and in words, which may repeat what was
 * sent, all that could be a card's is taken out, whether it is this card's or not.
 */
export function redact(answer: unknown, { clientSecret }: Intent, method: SentPaymentMethod): unknown {
  const card = method.kind === 'card' ? method.card : undefined;
  const token = method.kind === 'external' ? method.source['token'] : undefined;
  const redactText = (text: string, place: Place): string => {
    const rest = text.replaceAll(clientSecret, 'pi_secret_…');
    if (card) return redactCard(rest, place, card);
    // A short token could equal a status or another field; replacing it would break the response.
    return typeof token === 'string' && token.length > 10 ? rest.replaceAll(token, 'token_…') : rest;
  };
  const redactValue = (value: unknown, place: Place, field = ''): unknown => {
    if (typeof value === 'string') return redactText(value, place);
    if (Array.isArray(value)) return value.map((it) => redactValue(it, place));
    const fields = record(value);
    if (fields)
      return Object.fromEntries(
        Object.entries(fields).map(([name, it]) => [
          redactText(name, place),
          redactValue(it, getPlace(place, name), name),
        ]),
      );
    if (typeof value !== 'number' || place === 'sent') return value;
    // A number is an amount or a count, unless its name or its length says otherwise.
    const digits = String(value);
    return field === 'cvc' || (digits.length > 14 && redactText(digits, place) !== digits) ? '…' : value;
  };
  return redactValue(answer, 'top');
}

/** Whatever may stand between the digits of a number. */
const gap = '[\\s.\\-\u2010-\u2015]*';
/** 15 digits have the shortest numbers that the form takes. */
const anyNumber = new RegExp(`\\d(?:${gap}\\d){14,}`, 'g');
/** The security code is short, so it counts only where it stands alone: digits of an amount, an id or a time stay. */
const alone = (code: string): RegExp => new RegExp(`(?<![\\w.+-])${code}(?![\\w:-]|\\.\\d)`, 'g');

function redactCard(text: string, place: Place, { number, cvc }: Card): string {
  if (place === 'sent') return text;
  if (place === 'words') return text.replaceAll(anyNumber, '…').replaceAll(alone(`\\d{${cvc.length}}`), '…');
  const rest = text.replaceAll(
    new RegExp([...number].join(gap), 'g'),
    `${number.slice(0, 6)}…${number.slice(-4)}`,
  );
  // An address must stay as it is.
  return /^\w+:\/\/\S*$/.test(rest) ? rest : rest.replaceAll(alone(cvc), '…');
}
