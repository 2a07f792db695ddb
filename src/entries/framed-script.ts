/**
 * The script file `pay-framed.js`, for pages whose form is only ever in a frame. The script file `pay-checkout.js`
 * fetches it too, for its side of the frame.
 */
import bankDialogDigest from 'digest:pay-challenge.js';
import type { BankDialogModule } from '../elements/release.js';
import { FramedCheckout } from '../elements/framed-checkout.js';
import { pin } from './pin.js';

export * from '../frame/host/index.js';

FramedCheckout.release = {
  async loadBankDialog() {
    const url = new URL(/* @vite-ignore */ 'pay-challenge.js', import.meta.url).href;
    const tag = [...document.scripts].find(({ src }) => src === import.meta.url);
    if (tag?.integrity) await pin(url, bankDialogDigest, tag);
    return import(/* @vite-ignore */ url) as Promise<BankDialogModule>;
  },
};

if (typeof customElements !== 'undefined') FramedCheckout.define();
