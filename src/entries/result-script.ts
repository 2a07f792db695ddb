/** The script file `pay-result.js`, for the page that the payer comes back to: it registers `<pay-result>`. */
import { handOver } from '../challenge/hand-over.js';
import { PayResult } from '../elements/pay-result.js';
import { Languages } from '../words/languages.js';
import { languagesBeside } from './beside.js';
import { formWords } from './form-words.js';
import { scriptNamed } from './own-script.js';

PayResult.release = { languages: new Languages(formWords, languagesBeside(scriptNamed('pay-result.js'))) };

if (typeof customElements !== 'undefined') PayResult.define();
if (typeof window !== 'undefined' && 'location' in window) handOver();
