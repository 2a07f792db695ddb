import { checkAddress, type SettingsReader } from './settings-reader.js';
import type { NotificationSettings, OrderKeys, OrderSecret } from './settings.js';

/** As many bytes as the digest of HS256 has: RFC 7518 allows no shorter key. */
const shortestSecret = 32;

const orderKeysForm =
  'KEY_NAME:SECRET (several are separated by commas), or the address of a JWKS for ES256.';

/** `ORDER_KEYS`: `kid:secret,…` for HS256, or the address of a JWKS for ES256. */
export function readOrderKeys(reader: SettingsReader): OrderKeys {
  const value = reader.required('ORDER_KEYS', orderKeysForm);
  if (/^https?:\/\//.test(value)) {
    const address = checkAddress(reader, 'ORDER_KEYS', value);
    return { kind: 'jwks', url: new URL(address || 'https://invalid.invalid') };
  }
  const secrets = value.split(',').flatMap((entry) => readSecret(reader, entry.trim()));
  if (/^[\s,]+$/.test(value)) reader.report(`ORDER_KEYS must be ${orderKeysForm}`);
  if (new Set(secrets.map(({ kid }) => kid)).size < secrets.length)
    reader.report('ORDER_KEYS names one key twice: give each secret a name of its own.');
  return { kind: 'secrets', secrets };
}

function readSecret(reader: SettingsReader, entry: string): OrderSecret[] {
  if (entry === '') return [];
  const [, kid, secret] = /^([\w.-]{1,64}):(.*)$/s.exec(entry) ?? [];
  if (kid === undefined || secret === undefined)
    reader.report(`ORDER_KEYS must be ${orderKeysForm} A name has letters, digits and _ . - only.`);
  else if (new TextEncoder().encode(secret).length < shortestSecret)
    reader.report(
      `ORDER_KEYS: the secret of \`${kid}\` is too short. HS256 needs at least 32 bytes: \`openssl rand -hex 32\`.`,
    );
  else return [{ kid, secret }];
  return [];
}

const signingSecretForm = 'whsec_ and 24 to 64 bytes in Base64, as of `openssl rand -base64 32`.';

/** `WEBHOOK_URL` and `WEBHOOK_SIGNING_SECRET`, both or neither. */
export function readNotificationSettings(reader: SettingsReader): NotificationSettings | undefined {
  const url = reader.text('WEBHOOK_URL');
  const secret = reader.text('WEBHOOK_SIGNING_SECRET');
  if (url === undefined && secret === undefined) return undefined;
  if (url === undefined)
    reader.report('WEBHOOK_URL is missing: WEBHOOK_SIGNING_SECRET signs what is posted there.');
  if (secret === undefined)
    reader.report('WEBHOOK_SIGNING_SECRET is missing: `echo whsec_$(openssl rand -base64 32)` makes one.');
  if (secret !== undefined && /^[\s,]+$/.test(secret))
    reader.report(`WEBHOOK_SIGNING_SECRET must be ${signingSecretForm}`);
  return {
    url: url === undefined ? '' : checkAddress(reader, 'WEBHOOK_URL', url),
    secrets: (secret ?? '').split(',').flatMap((each) => readSigningSecret(reader, each.trim())),
  };
}

/** Standard Webhooks: `whsec_` and 24 to 64 bytes in Base64. */
function readSigningSecret(reader: SettingsReader, secret: string): Uint8Array[] {
  if (secret === '') return [];
  const [, base64 = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(secret) ?? [];
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.length >= 24 && bytes.length <= 64) return [bytes];
  reader.report(`WEBHOOK_SIGNING_SECRET must be ${signingSecretForm}`);
  return [];
}
