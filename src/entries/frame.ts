/** The script of `pay-frame.html`: the card form for the page around the frame, if the frame's operator allows that page. */
import methodsDigest from 'digest:pay-methods.js';
import type { LoadMethods } from '../element/form/load-methods.js';
import {
  readAsk,
  readGreeting,
  type FromFrame,
  type Here,
  protocolVersion,
} from '../element/frame/protocol.js';
import { isAllowed, readAllowList } from '../element/frame/iframe/allow-list.js';
import { serveParent } from '../element/frame/iframe/serve-parent.js';
import { LocaleRegistry } from '../element/i18n/locale-registry.js';
import { loadAsset, createLocaleLoader, findScript } from './load-asset.js';
import { formLocales } from './locales.js';

const ownScript = findScript('pay-frame.js');
const locales = new LocaleRegistry(formLocales, createLocaleLoader(ownScript));
const loadMethods: LoadMethods = async () => loadAsset(ownScript(), 'pay-methods.js', methodsDigest);
const allowed = readAllowList(document);
const documentId = Math.random();
/** A document serves one page, once, and ignores later greetings. */
let isServing = false;

/** Posted to any origin, because the message holds nothing secret. */
function postHere(): void {
  const loaded = document.readyState === 'complete';
  const here: Here = { type: 'pay-checkout:here', document: documentId, loaded };
  window.parent.postMessage(here, '*');
}

function onMessage({ data, origin, ports: [port], source }: MessageEvent<unknown>): void {
  if (source !== window.parent) return;
  if (readAsk(data)) return postHere();
  const greeting = readGreeting(data);
  if (!port || isServing || !greeting) return;
  const refuse = (reason: string) => {
    // Remove the server-rendered form, which no script will hydrate.
    document.body.replaceChildren();
    port.postMessage({ type: 'refused', field: 'frame-src', reason } satisfies FromFrame);
  };
  if (!isAllowed(allowed.parents, origin)) {
    return refuse(`names a frame that does not serve ${origin}: its host must allow this origin.`);
  }
  if (greeting.version !== protocolVersion) {
    return refuse('names a frame of another release than the script in this page.');
  }
  isServing = true;
  serveParent(port, allowed, locales, loadMethods);
}

if (window.parent === window) {
  // A payer must not type a card into this document unless a shop's page is around the frame.
  document.body.textContent = 'This is the card form of a shop. It works inside the shop’s page only.';
} else {
  window.addEventListener('message', onMessage);
  postHere();
}
