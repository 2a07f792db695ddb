import type { Card } from '../card/card.js';
import type { SentMethod } from '../checkout/payment-method.js';
import type { Attempt } from '../checkout/ports.js';
import { maskMobileIn, record } from '../../wire/reader.js';

/**
 * Where a text of the answer stands. `top`: it names a field of the payment. `kept`: in a field that cannot hold a card.
 * `sent`: in a field that repeats what the page or the merchant's server has sent. `description`: in the payment's own.
 * `words`: in words for people, or in a field of that name further below. `own`: in any other field.
 */
type Place = 'top' | 'own' | 'kept' | 'sent' | 'description' | 'words';

const keptFields = /^(?:id|given_id|invoice_id|callback_url|amount|currency|\w+_format)$/;
const sentFields = /^(?:metadata|splits)$/;
const wordFields = /^(?:type|message|errors)$/;

function getPlace(above: Place, field: string): Place {
  if (above !== 'top' && above !== 'own') return above;
  if (wordFields.test(field)) return 'words';
  const isDescription = field === 'description';
  if (above === 'own') return isDescription || sentFields.test(field) ? 'words' : 'own';
  if (keptFields.test(field)) return 'kept';
  return isDescription ? 'description' : sentFields.test(field) ? 'sent' : 'own';
}

/**
 * Takes out of an answer what was sent and may be repeated in it: it would be carried into events and errors.
 *
 * The page around a frame must not learn the card from what is missing either. It could fill `metadata` with every
 * security code and look which one is gone. So what the page has sent comes back as it is, and in words, which may repeat
 * it, all that could be a card's is taken out, whether it is this card's or not.
 */
export function redact(answer: unknown, { intent, config }: Attempt, method: SentMethod): unknown {
  const { clientSecret, terms = {} } = intent;
  const sent = JSON.stringify([terms.metadata ?? config.metadata, terms.splits ?? config.splits]);
  const card = method.kind === 'card' ? method.card : undefined;
  const { type, token, mobile } =
    method.kind === 'external' ? method.source : ({} as Record<string, undefined>);
  const address = type === 'stcpay' && record(record(answer)?.['source'])?.['transaction_url'];
  const redactText = (text: string, place: Place): string => {
    const isRepeated = place === 'sent' && sent.includes(JSON.stringify(text));
    const hidden = isRepeated || place === 'kept' ? text : hideAddress(text, address);
    const rest = hidden.replaceAll(clientSecret, 'pi_secret_…');
    if (card) return isRepeated ? rest : redactCard(rest, place, card);
    // A short token could equal a status or another field; replacing it would break the response.
    const isToken = typeof token === 'string' && token.length > 10;
    const tokenless = isToken ? rest.replaceAll(token, 'token_…') : rest;
    const isMobileKept = typeof mobile !== 'string' || isRepeated || place === 'kept';
    return isMobileKept ? tokenless : maskMobileIn(tokenless, mobile);
  };
  return mapTexts(answer, redactText, mobile === undefined ? 14 : 8);
}

/** Takes the code of STC Pay, and the address that takes it, out of the answer to the code. */
export const redactCode = (answer: unknown, code: string, address: string): unknown =>
  mapTexts(answer, (text, place) => {
    if (place !== 'own' && place !== 'top' && place !== 'words') return text;
    return hideAddress(text, address).replaceAll(place === 'words' ? code : alone(code), '…');
  });

/** Takes an address that is a credential out of a text, and each token that the address has in its query. */
function hideAddress(text: string, address: unknown): string {
  if (typeof address !== 'string' || !address.includes('://')) return text;
  const tokens = address.matchAll(/[?&]\w*(?:otp|token)=([^&#]{6,})/gi);
  const secrets = [address, ...Array.from(tokens, ([, token = address]) => token)];
  return secrets.reduce((rest, secret) => rest.replaceAll(secret, '…'), text);
}

/**
 * A copy of an answer with each text replaced.
 *
 * @param longest How many digits a number may have that is not read as a text.
 */
function mapTexts(
  answer: unknown,
  redactText: (text: string, place: Place) => string,
  longest = 14,
): unknown {
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
    if (typeof value !== 'number' || place === 'kept' || place === 'sent') return value;
    // A number is an amount or a count, unless its name or its length says otherwise.
    const digits = String(value);
    const isLong = digits.length > longest && redactText(digits, place) !== digits;
    // A number beyond what JavaScript holds exactly is not equal to the card's, but begins like it.
    return /^(?:cvc|otp_\w+)$/.test(field) || isLong || !Number.isSafeInteger(Math.trunc(value))
      ? '…'
      : value;
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
  switch (place) {
    case 'kept':
      return text;
    case 'description':
      return text.replaceAll(anyNumber, '…');
    case 'sent':
    case 'words':
      return text.replaceAll(anyNumber, '…').replaceAll(alone(`\\d{${cvc.length}}`), '…');
    case 'top':
    case 'own': {
      const thisNumber = new RegExp([...number].join(gap), 'g');
      const rest = text.replaceAll(thisNumber, `${number.slice(0, 6)}…${number.slice(-4)}`);
      // An address must stay as it is.
      return /^\w+:\/\/\S*$/.test(rest) ? rest : rest.replaceAll(alone(cvc), '…');
    }
    default:
      return place satisfies never;
  }
}
