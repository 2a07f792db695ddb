/** Credentials by their form: tokens of orders, secrets of intents, keys, saved cards, Basic and Bearer values. */
const credentialPatterns = [
  /eyJ[\w-]{4,}\.[\w-]*(?:\.[\w-]*)?/g,
  /\b(?:pi_secret|sk_test|sk_live|whsec)_[\w+/=-]+/g,
  /\b(?:Basic|Bearer) +[\w+/=.~-]+/gi,
  // The words of an error type have no digits.
  /\btoken_(?=[a-z_]*\d)\w+/gi,
  /(?<=[?&]otp_token=)[^&\s"]+/g,
];

/** Digits with single spaces or dashes between them. Parts of a UUID, a version or a decimal number are none. */
const digitRun = /(?<!\w|\w[.-])\d(?:[ \u00a0\u202f\u2010-\u2015-]?\d){11,}(?!\w|[.-]\w)/g;

const maxCardDigits = 19;

/** A run may have other numbers before or after a card, so each sequence of its groups is looked at. */
function redactCards(run: string): string {
  const groups = [...run.matchAll(/\d+/g)];
  let text = '';
  let end = 0;
  for (let from = 0; from < groups.length; from += 1) {
    // The longest first; a card has no more groups than digits.
    const last = groups
      .slice(from, from + maxCardDigits)
      .map((_, index) => isCardNumber(groups.slice(from, from + index + 1).join('')))
      .lastIndexOf(true);
    if (last < 0) continue;
    text += `${run.slice(end, groups[from]?.index)}…`;
    from += last;
    end = (groups[from]?.index ?? 0) + (groups[from]?.[0].length ?? 0);
  }
  return text + run.slice(end);
}

/** With its check digit (ISO/IEC 7812), so that an order number of as many digits stays readable. */
function isCardNumber(digits: string): boolean {
  if (digits.length < 12 || digits.length > maxCardDigits) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/**
 * Takes the program's secrets, and what looks like a credential or a card, out of a line of the log. Errors of drivers
 * and of the service carry unknown texts.
 */
export function createLogRedactor(secrets: readonly string[]): (line: string) => string {
  const secretSpellings = secrets
    .filter((secret) => secret.length >= 4)
    // As they are, and as they stand inside a JSON text.
    .flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1), encodeURIComponent(secret)])
    .sort((a, b) => b.length - a.length);
  return (line) => {
    let text = line;
    for (const secret of secretSpellings) text = text.replaceAll(secret, '…');
    for (const form of credentialPatterns) text = text.replace(form, '…');
    return text.replace(digitRun, redactCards);
  };
}
