import type { Merchant, Navigation } from '../checkout/ports.js';
import type { AttemptStore } from '../checkout/purchase.js';
import type { PayError } from '../../error.js';
import type { FormControl } from '../browser/form-control.js';
import type { FormEvents } from '../browser/form-events.js';
import type { Language } from '../i18n/language.js';
import type { LoadMethods } from './load-methods.js';

/** What a form needs from outside. In a frame, the ports ask the parent page. */
export interface FormPorts {
  readonly merchant: Merchant;
  readonly attemptStore: AttemptStore;
  readonly navigation: Navigation;
  readonly events: FormEvents;
  readonly control: FormControl;
  readonly language: Language;
  /** Loads the ways to pay other than a typed card. */
  readonly loadMethods: LoadMethods;
  /** Returns why no card may be sent to a service; undefined where that is allowed. */
  readonly getServiceError?: (serviceOrigin: string) => PayError | undefined;
}
