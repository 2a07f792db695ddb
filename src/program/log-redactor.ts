/** Credentials by their form, whoever they belong to: tokens of orders, secrets of intents, keys, Basic and Bearer values. */
const credentialPatterns = [
  /eyJ[\w-]{4,}\.[\w-]*(?:\.[\w-]*)?/g,
  /\b(?:pi_secret|sk_test|sk_live|whsec)_[\w+/=-]+/g,
  /\b(?:Basic|Bearer) +[\w+/=.~-]+/gi,
  // A card's number, with or without blanks.
  /(?<![\w.-])\d(?:[ -]?\d){12,18}(?![\w.-])/g,
];

/**
 * Takes the program's secrets, and what looks like a credential or a card, out of a line of the log. Errors of drivers
 * and of the service carry texts that nobody has seen before.
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
    return text;
  };
}
