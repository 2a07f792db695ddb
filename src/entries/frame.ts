/** The script of `pay-frame.html`: the card form for the page around it, if the host of the frame allows that page. */
import savedDigest from 'digest:pay-saved.js';
import { readAsk, readGreeting, type FromFrame, type Here } from '../frame/protocol.js';
import { protocolVersion } from '../frame/protocol-version.js';
import { isAllowed, readAllowList } from '../frame/iframe/allow-list.js';
import { serve } from '../frame/iframe/serve.js';
import { LocaleRegistry } from '../i18n/locale-registry.js';
import { loadAsset, createLocaleLoader } from './load-asset.js';
import { formLocales } from './form-locales.js';
import { findScript } from './script-url.js';

const ownScript = findScript('pay-frame.js');
const languages = new LocaleRegistry(formLocales, createLocaleLoader(ownScript));
const loadSavedCards = async () => loadAsset(ownScript(), 'pay-saved.js', savedDigest) as Promise<never>;
const allowed = readAllowList(document);
const number = Math.random();
/** The frame serves one page, once: it takes no later greeting. */
let served = false;

/** To any page: it says nothing else. */
function announce(): void {
  const loaded = document.readyState === 'complete';
  const here: Here = { type: 'pay-checkout:here', document: number, loaded };
  window.parent.postMessage(here, '*');
}

function onMessage({ data, origin, ports: [port], source }: MessageEvent<unknown>): void {
  if (source !== window.parent) return;
  if (readAsk(data)) return announce();
  const greeting = readGreeting(data);
  if (!port || served || !greeting) return;
  const refuse = (reason: string) => {
    // Nobody takes over the form that is in the document's HTML.
    document.body.replaceChildren();
    port.postMessage({ type: 'refused', field: 'frame-src', reason } satisfies FromFrame);
  };
  if (!isAllowed(allowed.parents, origin)) {
    return refuse(`names a frame that does not serve ${origin}: its host must allow this origin.`);
  }
  if (greeting.version !== protocolVersion) {
    return refuse('names a frame of another release than the script in this page.');
  }
  served = true;
  serve(port, allowed, languages, loadSavedCards);
}

if (window.parent === window) {
  // In place of the form: a payer does not type a card into a page that no shop is around.
  document.body.textContent = 'This is the card form of a shop. It works inside the shop’s page only.';
} else {
  window.addEventListener('message', onMessage);
  announce();
}
