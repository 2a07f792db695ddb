/** Fields that hold a key, a secret, a card, a name, a mobile number, an address of the network, or what opens a challenge. */
const secretFields =
  /^(client_secret|secret_token|shared_secret|publishable_api_key|name|account_name|logo_url|code|number|mobile|cvc|month|year|token|last_four|last_digits|first_digits|ip|gateway_id|reference_number|authorization_code)$/;

/** Keeps the form of a value, such as the dashes of a masked number, and nothing that it says. */
const maskText = (text: string) =>
  text
    .replace(/\p{Lu}/gu, 'A')
    .replace(/[^\P{L}A]/gu, 'a')
    .replace(/\p{N}/gu, '0');

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** Replaces what must not leave the machine, in text of any kind. */
export function redactText(text: string, secrets: readonly string[]): string {
  return (
    secrets
      .reduce((clean, secret) => clean.replaceAll(secret, '…'), text)
      .replace(/\b[sp]k_(?:test|live)_[!-9;-~]+/g, '…')
      .replace(/\b(pi_secret_|token_|moyasar_[a-z]+_)[\w-]+/g, '$1…')
      .replace(/([?&]\w*token=)[^&]*/g, '$1…')
      .replace(/\d{12,19}/g, '…')
      // Long words with digits are credentials more often than not.
      .replace(/(?=[\w-]*\d)[\w-]{20,}/g, '…')
  );
}

/**
 * A copy of a body for a report: without keys, cards, names and network addresses. Ids become `id-1`, `id-2`, so that
 * equal ids stay equal. Create one function for each report.
 */
export function createRedactor(secrets: readonly string[]): (body: unknown) => unknown {
  const ids = new Map<string, string>();
  const shorten = (id: string) => {
    const key = id.toLowerCase();
    const known = ids.get(key) ?? `id-${ids.size + 1}`;
    ids.set(key, known);
    return known;
  };
  const clean = (text: string) => redactText(text.replace(uuid, shorten), secrets);
  const redact = (value: unknown, field = ''): unknown => {
    if (typeof value === 'string') return secretFields.test(field) ? maskText(value) : clean(value);
    if (typeof value === 'number' && secretFields.test(field)) return 0;
    if (Array.isArray(value)) return value.map((item) => redact(item, field));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [clean(name), redact(inner, name)]),
    );
  };
  return (body) => redact(body);
}
