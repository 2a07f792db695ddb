import type { Merchant, Navigation } from '../checkout/ports.js';
import type { Purchases } from '../checkout/purchase.js';
import type { PayError } from '../error.js';
import type { FormControl } from '../page/form-control.js';
import type { FormEvents } from '../page/form-events.js';
import type { Language } from '../words/language.js';
import type { LoadSavedCards } from './saved/fetch.js';

/** What a form has outside itself. In a frame these ask the page at the other end. */
export interface FormPorts {
  readonly merchant: Merchant;
  readonly purchases: Purchases;
  readonly navigation: Navigation;
  readonly events: FormEvents;
  readonly control: FormControl;
  readonly language: Language;
  /** Fetches what is about saved cards. */
  readonly loadSavedCards: LoadSavedCards;
  /** Why no card may be sent to a service; undefined where it may. */
  readonly refusal?: (serviceOrigin: string) => PayError | undefined;
}
