/** The script of `pay-frame.html`: the card form for the page around it, if the host of the frame allows that page. */
import savedDigest from 'digest:pay-saved.js';
import type { FromFrame } from '../frame/protocol.js';
import { protocolVersion } from '../frame/protocol-version.js';
import { allows, readAllowed } from '../frame/guest/allowed.js';
import { GuestForm, rim } from '../frame/guest/guest-form.js';
import { isGreeting } from '../frame/guest/to-frame.js';
import { serve } from '../frame/guest/serve.js';
import { Languages } from '../words/languages.js';
import { fetchBeside, languagesBeside } from './beside.js';
import { formWords } from './form-words.js';
import { scriptNamed } from './own-script.js';

const ownScript = scriptNamed('pay-frame.js');
const languages = new Languages(formWords, languagesBeside(ownScript));
const loadSavedCards = async () => fetchBeside(ownScript(), 'pay-saved.js', savedDigest) as Promise<never>;
const allowed = readAllowed(document);
const sheet = new CSSStyleSheet();
sheet.replaceSync(`:root{overflow:hidden}body{margin:0;padding:${rim}px}`);
document.adoptedStyleSheets = [sheet];

customElements.define('pay-checkout', GuestForm as CustomElementConstructor);

function greeted(event: MessageEvent<unknown>): void {
  const [port] = event.ports;
  if (event.source !== window.parent || window.parent === window || !port) return;
  const hello = event.data;
  if (!isGreeting(hello)) return;
  const refuse = (reason: string) =>
    port.postMessage({ type: 'refused', field: 'frame-src', reason } satisfies FromFrame);
  if (!allows(allowed.parents, event.origin)) {
    return refuse(`names a frame that does not serve ${event.origin}: its host must allow this origin.`);
  }
  if (hello.version !== protocolVersion) {
    return refuse('names a frame of another release than the script in this page.');
  }
  // The frame serves one page, once: nobody listens to a later greeting.
  window.removeEventListener('message', greeted);
  serve(port, allowed, languages, loadSavedCards);
}

window.addEventListener('message', greeted);
if (window.parent === window) {
  document.body.append('This is the card form of a shop. It works inside the shop’s page only.');
}
