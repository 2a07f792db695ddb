/** The script file `pay-result.js`, for the page that the payer comes back to: it registers `<pay-result>`. */
import { postReturn } from '../element/challenge/post-return.js';
import { PayResult } from '../element/pay-result.js';
import { LocaleRegistry } from '../element/i18n/locale-registry.js';
import { createLocaleLoader, findScript } from './load-asset.js';
import { formLocales } from './locales.js';

PayResult.dependencies = {
  locales: new LocaleRegistry(formLocales, createLocaleLoader(findScript('pay-result.js'))),
};

if (typeof customElements !== 'undefined') PayResult.define();
if (typeof window !== 'undefined' && 'location' in window) postReturn();
