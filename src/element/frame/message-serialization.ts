import type { MessageOverrides } from '../i18n/messages.js';

/** Stands for the argument in a sample. It is from the private use area, so no text contains it. */
const placeholder = '\uE000';

/** The only message whose argument is a number. */
const numericMessage = 'cvcHint';
const numericArguments = [3, 4];

/** The depth of `problems.number.empty`, the deepest message. The limit matters because an object may contain itself. */
const maxDepth = 3;

/**
 * Serializes a merchant's own messages for the frame. A function cannot be posted, so each message function is replaced
 * by samples of its text: one for each length of a security code, or one with a placeholder for the argument.
 */
export function serializeMessages(messages: unknown, name = '', level = 0): unknown {
  if (typeof messages === 'function') {
    return { samples: sampleMessageFunction(name, messages as (value: unknown) => unknown) };
  }
  if (typeof messages !== 'object' || messages === null || level === maxDepth)
    return typeof messages === 'string' ? messages : null;
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [key, serializeMessages(value, key, level + 1)]),
  );
}

/** A sample is empty where the function throws or returns no text: the frame then shows its own message. */
function sampleMessageFunction(name: string, message: (value: unknown) => unknown): readonly string[] {
  const sample = (value: unknown) => {
    try {
      const text = message(value);
      return typeof text === 'string' ? text : '';
    } catch {
      return '';
    }
  };
  return name === numericMessage ? numericArguments.map(sample) : [sample(placeholder)];
}

export function deserializeMessages(sent: unknown): MessageOverrides {
  return (typeof sent === 'object' && sent !== null ? revive(sent) : {}) as MessageOverrides;
}

function revive(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null) return sent;
  const { samples } = sent as { readonly samples?: unknown };
  if (Array.isArray(samples)) {
    const texts = samples.map(String);
    return (value: unknown) =>
      (texts[typeof value === 'number' ? numericArguments.indexOf(value) : 0] ?? '').replaceAll(
        placeholder,
        String(value),
      );
  }
  return Object.fromEntries(Object.entries(sent).map(([key, value]) => [key, revive(value)]));
}
