import type { MessageOverrides } from '../i18n/messages.js';

/**
 * A merchant's words, on their way into the frame. Functions cannot travel, so each becomes what it answers: for each
 * number of digits that a security code has, or with a place where its text goes.
 */
const place = '\uE000';

/** The one sentence about a number. */
const counted = 'cvcHint';
const counts = [3, 4];

/** How deep the words lie: `problems.number.empty` is the deepest. What a page sets may hold itself. */
const depth = 3;

export function serializeMessages(messages: unknown, name = '', level = 0): unknown {
  if (typeof messages === 'function') {
    const say = messages as (value: unknown) => unknown;
    const said = (value: unknown) => {
      try {
        const words = say(value);
        return typeof words === 'string' ? words : '';
      } catch {
        return '';
      }
    };
    return { said: name === counted ? counts.map(said) : [said(place)] };
  }
  if (typeof messages !== 'object' || messages === null || level === depth)
    return typeof messages === 'string' ? messages : null;
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [key, serializeMessages(value, key, level + 1)]),
  );
}

export function deserializeMessages(sent: unknown): MessageOverrides {
  return (typeof sent === 'object' && sent !== null ? revive(sent) : {}) as MessageOverrides;
}

function revive(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null) return sent;
  const { said } = sent as { readonly said?: unknown };
  if (Array.isArray(said)) {
    const words = said.map(String);
    return (value: unknown) =>
      (words[typeof value === 'number' ? counts.indexOf(value) : 0] ?? '').replaceAll(place, String(value));
  }
  return Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, revive(value)]));
}
