import type { Card } from '../card/card.js';
import type { SentPaymentMethod } from '../checkout/payment-method.js';
import type { Intent } from '../checkout/ports.js';

/**
 * Takes out of an answer what was sent and may be repeated in it: it would be carried into events and errors. The
 * card's number is found in any grouping. The security code is short, so it is only taken out where it stands alone:
 * digits of an amount, an id or a time stay as they are.
 */
export function redact(text: string, { clientSecret }: Intent, method: SentPaymentMethod): string {
  const rest = text.replaceAll(clientSecret, 'pi_secret_…');
  return method.kind === 'card' ? redactCard(rest, method.card) : redactToken(rest, method.source['token']);
}

/** A short token could equal a status or another field; replacing it would break the response. */
const redactToken = (text: string, token: unknown): string =>
  typeof token === 'string' && token.length > 10
    ? text.replaceAll(JSON.stringify(token).slice(1, -1), 'token_…')
    : text;

function redactCard(text: string, { number, cvc }: Card): string {
  const grouped = [...number].join('(?:[\\s.\\-\u00a0\u2010-\u2015]|\\\\[nrt]|\\\\u00a0)*');
  return text
    .replaceAll(new RegExp(grouped, 'g'), `${number.slice(0, 6)}…${number.slice(-4)}`)
    .replaceAll(new RegExp(`"(?:[^"\\\\]|\\\\.)*"`, 'g'), (string) => redactSecurityCode(string, cvc));
}

/**
 * Only texts are searched: a number in JSON is an amount or a count. An address must stay as it is; some services write
 * its slashes with a backslash.
 */
const redactSecurityCode = (string: string, cvc: string): string =>
  /^"\w+:(\\?\/){2}\S*$/.test(string)
    ? string
    : string.replaceAll(new RegExp(`(?<![\\w.+-])${cvc}(?![\\w:-]|\\.\\d)`, 'g'), '…');
