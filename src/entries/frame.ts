import type { FromFrame } from '../frame/protocol.js';
import { protocolVersion } from '../frame/protocol-version.js';
import { allows, readAllowed } from '../frame/guest/allowed.js';
import { PayCheckout } from '../elements/pay-checkout.js';
import { FrameCheckout, rim } from '../frame/guest/frame-checkout.js';
import { isGreeting } from '../frame/guest/reading.js';
import { serve } from '../frame/guest/serve.js';
import * as ar from '../words/languages/ar.js';
import * as en from '../words/languages/en.js';
import { Languages } from '../words/languages.js';
import type { Words } from '../words/messages.js';
import { languagesBeside } from './beside.js';
import { ownScript } from './own-script.js';

/** The script of `pay-frame.html`: the card form for one page around it, if whoever hosts this allows that page. */
const allowed = readAllowed(document);
const sheet = new CSSStyleSheet();
sheet.replaceSync(`:root{overflow:hidden}body{margin:0;padding:${rim}px}`);
document.adoptedStyleSheets = [sheet];

const none = (): never => {
  throw new Error('The page around the frame does this.');
};
PayCheckout.release = {
  languages: new Languages<Words>([en, ar], languagesBeside(ownScript)),
  loadFrameHost: none,
  loadBankDialog: none,
};
FrameCheckout.define();

function greeted(event: MessageEvent<unknown>): void {
  const [port] = event.ports;
  if (event.source !== window.parent || window.parent === window || !port) return;
  const hello = event.data;
  if (!isGreeting(hello)) return;
  const refuse = (reason: string) =>
    port.postMessage({
      type: 'refused',
      field: 'frame-src',
      reason,
    } satisfies FromFrame);
  if (!allows(allowed.parents, event.origin)) {
    return refuse(`names a frame that does not serve ${event.origin}: its host must allow this origin.`);
  }
  if (hello.version !== protocolVersion) {
    return refuse('names a frame of another release than the script in this page.');
  }
  // One page, once: whoever comes later finds nobody listening.
  window.removeEventListener('message', greeted);
  serve(port, allowed);
}

window.addEventListener('message', greeted);
if (window.parent === window) {
  document.body.append('This is the card form of a shop. It works inside the shop’s page only.');
}
