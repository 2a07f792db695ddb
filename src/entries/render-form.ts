import { parseConfig, type Config } from '../element/checkout/config.js';
import { PayError } from '../error.js';
import { writeForm } from '../element/form/server-rendered/write-form.js';
import { noScriptMessages, allLocales } from './all-locales.js';
import type { Direction } from '../element/i18n/messages.js';
import { parseLocale } from '../element/i18n/language-tag.js';

/** What the form shows before its script has loaded. Set the same values on the tag's attributes. */
export interface FormOptions {
  /** A BCP 47 tag. The form is in English where there is no locale for the tag. */
  readonly lang: string;
  /** Defaults to the language's direction. */
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
  /** Whether the publishable key is for tests, which the form then shows. */
  readonly test?: boolean | undefined;
}

const optionNames: readonly string[] = ['lang', 'dir', 'amount', 'currency', 'networks', 'test'];

/**
 * Returns the card form as HTML to put into `<pay-checkout>`, so that the payer can type before the script has loaded. The
 * form cannot be submitted before the script hydrates it and keeps what was typed.
 *
 * @throws {PayError} `configuration`, with the option in `field`.
 */
export function renderForm(options: FormOptions): string {
  const { lang, dir, test = false } = assertOptions(options);
  const { price, networks } = parseShownConfig(options);
  const { tag, formatTag, direction, allMessages } = allLocales.resolve(lang);
  const { form: messages, frame, code } = allMessages as typeof allMessages & { readonly code: string };
  return writeForm(
    {
      price,
      networks,
      isTestMode: test,
      language: { tag, formatTag, direction: dir ?? direction, messages },
    },
    { late: frame?.silent ?? messages.misconfigured, noScript: noScriptMessages[code] ?? '' },
  );
}

function assertOptions(options: FormOptions): FormOptions {
  if (typeof options !== 'object' || options === null) throw createOptionError('lang', 'is missing.');
  for (const name of Object.keys(options)) {
    if (!optionNames.includes(name))
      throw createOptionError(name, `is not known: there are ${optionNames.join(', ')}.`);
  }
  const { lang, dir, test } = options;
  if (typeof lang !== 'string' || !parseLocale(lang))
    throw createOptionError('lang', 'must be a BCP 47 tag, as in "pt-BR".');
  if (dir !== undefined && dir !== 'ltr' && dir !== 'rtl')
    throw createOptionError('dir', 'must be ltr or rtl.');
  if (test !== undefined && typeof test !== 'boolean')
    throw createOptionError('test', 'must be true or false.');
  return options;
}

/** Parses with the element's own rules, so that both accept the same values. */
function parseShownConfig({ amount, currency, networks }: FormOptions): Config {
  const setup = parseConfig(
    { ...placeholderSources, amount, currency, networks },
    {
      documentBaseUrl: 'https://localhost',
      documentUrl: 'https://localhost',
      parseTimestamp: Date.parse,
    },
  );
  if (setup.kind === 'complete') return setup.config;
  throw new PayError('configuration', `renderForm: ${setup.error.message}`, { field: setup.error.field });
}

/** Valid placeholders for settings that the form does not show. */
const placeholderSources = {
  baseUrl: 'https://localhost',
  publishableKey: 'pk_test_any',
  clientSecret: 'pi_secret_any',
};

const createOptionError = (field: string, problem: string) =>
  new PayError('configuration', `renderForm: \`${field}\` ${problem}`, { field });
