import type { PageSettings } from '../../form/card-form.js';
import { serializeMessages, serializeSettings } from '../serialization.js';
import { readAppearance, watchAppearance } from './appearance.js';
import type { FrameLink } from './frame-link.js';
import type { ParentAttemptStore } from './parent-attempt-store.js';

/** Sends the page's settings and the appearance of the element to the frame, each only when it has changed. */
export class SettingsSender {
  readonly #host: Element;
  readonly #link: FrameLink;
  readonly #attemptStore: ParentAttemptStore;
  /** The last `configure` and `appearance` messages, as JSON. */
  #lastSent = { configure: '', appearance: '' };
  #stopWatching: (() => void) | undefined;

  constructor(host: Element, link: FrameLink, attemptStore: ParentAttemptStore) {
    this.#host = host;
    this.#link = link;
    this.#attemptStore = attemptStore;
  }

  /** @param onChange Called before the next paint after the appearance may have changed. */
  watch(onChange: () => void): void {
    this.#stopWatching = watchAppearance(this.#host, () => requestAnimationFrame(onChange));
  }

  stop(): void {
    this.#stopWatching?.();
  }

  /** Sends everything again next time: call it when the frame's document is gone. */
  reset(): void {
    this.#lastSent = { configure: '', appearance: '' };
  }

  /** Returns whether the settings had changed. */
  send(settings: PageSettings): boolean {
    // The appearance goes first, so that the form renders only once.
    const appearance = {
      ...readAppearance(this.#host),
      messages: serializeMessages(settings.messages ?? null),
    };
    const appearanceKey = JSON.stringify(appearance);
    if (appearanceKey !== this.#lastSent.appearance) {
      this.#lastSent.appearance = appearanceKey;
      this.#link.postOrQueue({ type: 'appearance', ...appearance });
    }
    const handle = this.#attemptStore.registerPurchase(settings, () =>
      this.#link.postIfConnected({ type: 'store-changed' }),
    );
    // The frame has its address.
    const { frameSrc: _frameSrc, ...values } = settings.values;
    const message = {
      settings: serializeSettings(values),
      disabled: settings.disabled,
      documentBaseUrl: settings.documentBaseUrl,
      documentUrl: settings.documentUrl,
      handle,
    };
    const configure = JSON.stringify(message);
    if (configure === this.#lastSent.configure) return false;
    this.#lastSent.configure = configure;
    this.#link.postOrQueue({ type: 'configure', ...message, entry: this.#attemptStore.read(handle) });
    return true;
  }
}
