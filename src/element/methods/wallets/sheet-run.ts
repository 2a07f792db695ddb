import type { ExternalSource } from '../../checkout/payment-method.js';
import { type Outcome, PendingSubmit } from '../../checkout/outcome.js';
import type { Price } from '../../checkout/price.js';
import type { PayError } from '../../../error.js';
import type { PageSettings } from '../../form/card-form.js';

/** What a sheet needs of the element. */
export interface SheetContext {
  /** The settings as the page has set them by now. */
  readSettings(): PageSettings;
  /** Reads the page's address again, unless a payment is open. */
  refreshAddresses(): void;
  configure(settings: PageSettings): void;
  submit(source: ExternalSource, price: Price): Promise<Outcome>;
  requestUpdate(): void;
}

interface OpenSheet {
  /** The settings that it was opened with. */
  readonly settings: PageSettings;
  /** What a `submit()` of the page gets meanwhile: the outcome of the sheet's payment. */
  readonly pending: PendingSubmit;
}

/** While a wallet's sheet is open, the form is busy, and settings that change wait. */
export class SheetRun {
  readonly #context: SheetContext;
  /** Undefined while no sheet is open. */
  sheet: OpenSheet | undefined;
  /** Called with the payment's id right before the payment is sent: if it throws, nothing is sent. */
  onSend: ((paymentId: string) => void) | undefined;

  constructor(context: SheetContext) {
    this.#context = context;
  }

  /** A sheet opens: until `end()` or `pay()`, the form is busy and the settings stay. */
  begin(): void {
    this.#context.refreshAddresses();
    const pending = new PendingSubmit();
    pending.promise.catch(() => undefined);
    this.sheet = { settings: { ...this.#context.readSettings(), disabled: true }, pending };
    this.#context.requestUpdate();
  }

  /** The sheet has ended, and nothing was sent. */
  end(error: PayError): void {
    this.#end(Promise.reject(error));
  }

  #end(result: Promise<Outcome>): void {
    result.catch(() => undefined);
    this.sheet?.pending.resolve(result);
    this.sheet = undefined;
    this.#context.requestUpdate();
  }

  /**
   * Pays on the settings that the sheet was opened with, and nothing but the price that it has shown. What the page has set
   * meanwhile counts afterwards.
   */
  pay(source: ExternalSource, price: Price, onSend: (paymentId: string) => void): Promise<Outcome> {
    const settings = this.sheet?.settings;
    this.onSend = onSend;
    if (settings) this.#context.configure({ ...settings, disabled: this.#context.readSettings().disabled });
    const run = this.#context.submit(source, price).finally(() => {
      if (this.onSend === onSend) this.onSend = undefined;
    });
    this.#end(run);
    return run;
  }
}
