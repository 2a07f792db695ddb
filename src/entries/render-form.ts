import { networks as allNetworks } from '../card/brand.js';
import { parseConfig, type Config, type RawConfig } from '../checkout/config.js';
import { PayError } from '../error.js';
import { writeForm } from '../form/server-rendered/write-form.js';
import { settingNames } from '../form/settings.js';
import { getDecimals } from '../money.js';
import { noScript } from '../i18n/no-script-messages.js';
import type { Direction } from '../i18n/messages.js';
import { parseLocale } from '../i18n/language-tag.js';
import { allLocales } from './all-locales.js';

/** What the form shows before its script is there. The same values belong into the tag's attributes. */
export interface FormOptions {
  /** A BCP 47 tag. A language that there are no words for is shown in English. */
  readonly lang: string;
  /** Without it the direction is the language's. */
  readonly dir?: Direction | undefined;
  /** On the button: integer, smallest currency unit. */
  readonly amount?: number | undefined;
  /**
   * ISO 4217.
   *
   * @default 'SAR'
   */
  readonly currency?: string | undefined;
  /** The accepted networks, space separated. */
  readonly networks?: string | undefined;
  /** Whether the publishable key is one for tests: the form says so. */
  readonly test?: boolean | undefined;
}

const names: readonly string[] = ['lang', 'dir', 'amount', 'currency', 'networks', 'test'];

/**
 * The card form as HTML, to be put into `<pay-checkout>`: the payer sees it and can type before the script is there.
 * It can send nothing anywhere; the script takes it over with what was typed.
 *
 * @throws {PayError} `configuration`, with the option in `field`.
 */
export function renderForm(options: FormOptions): string {
  const { lang, dir, test = false } = check(options);
  const { price, networks } = judge(options);
  const { tag, locale, direction, allMessages } = allLocales.resolve(lang);
  const { form: messages, frame, code } = allMessages as typeof allMessages & { readonly code: string };
  return writeForm(
    { price, networks, isTestMode: test, language: { tag, locale, direction: dir ?? direction, messages } },
    { late: frame?.silent ?? messages.misconfigured, noScript: noScript[code] ?? '' },
  );
}

function check(options: FormOptions): FormOptions {
  if (typeof options !== 'object' || options === null) throw wrong('lang', 'is missing.');
  for (const name of Object.keys(options)) {
    if (!names.includes(name)) throw wrong(name, `is not known: there are ${names.join(', ')}.`);
  }
  const { lang, dir, test } = options;
  if (typeof lang !== 'string' || !parseLocale(lang))
    throw wrong('lang', 'must be a BCP 47 tag, as in "pt-BR".');
  if (dir !== undefined && dir !== 'ltr' && dir !== 'rtl') throw wrong('dir', 'must be ltr or rtl.');
  if (test !== undefined && typeof test !== 'boolean') throw wrong('test', 'must be true or false.');
  return options;
}

/** By the rules of the element, so that what one of them takes the other takes too. */
function judge({ amount, currency, networks }: FormOptions): Config {
  const setup = parseConfig(
    { ...unset, ...anySources, amount, currency, networks },
    {
      documentBaseUrl: 'https://localhost',
      documentUrl: 'https://localhost',
      networks: allNetworks,
      isCurrency: (code) => getDecimals(code) !== undefined,
      parseTimestamp: Date.parse,
    },
  );
  if (setup.kind === 'complete') return setup.config;
  throw new PayError('configuration', `renderForm: ${setup.error.message}`, { field: setup.error.field });
}

const unset = Object.fromEntries(settingNames.map((name) => [name, undefined])) as RawConfig;

/** Only what is shown is judged here. The element wants these too, so they are any that are right. */
const anySources = {
  baseUrl: 'https://localhost',
  publishableKey: 'pk_test_any',
  clientSecret: 'pi_secret_any',
};

const wrong = (field: string, problem: string) =>
  new PayError('configuration', `renderForm: \`${field}\` ${problem}`, { field });
