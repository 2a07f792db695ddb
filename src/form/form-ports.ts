import type { Merchant, Navigation } from '../checkout/ports.js';
import type { AttemptStore } from '../checkout/purchase.js';
import type { PayError } from '../error.js';
import type { FormControl } from '../browser/form-control.js';
import type { FormEvents } from '../browser/form-events.js';
import type { Language } from '../i18n/language.js';
import type { LoadSavedCards } from './saved/fetch.js';

/** What a form has outside itself. In a frame these ask the page at the other end. */
export interface FormPorts {
  readonly merchant: Merchant;
  readonly purchases: AttemptStore;
  readonly navigation: Navigation;
  readonly events: FormEvents;
  readonly control: FormControl;
  readonly language: Language;
  /** Fetches what is about saved cards. */
  readonly loadSavedCards: LoadSavedCards;
  /** Why no card may be sent to a service; undefined where it may. */
  readonly refusal?: (serviceOrigin: string) => PayError | undefined;
}
