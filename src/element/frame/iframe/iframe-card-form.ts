import { ReactiveElement, type PropertyValues } from '@lit/reactive-element';
import type { Outcome } from '../../checkout/outcome.js';
import { parseExternalSource } from '../../checkout/parse-external-source.js';
import { PayError } from '../../../error.js';
import type { PageSettings } from '../../form/card-form.js';
import { CardFormController } from '../../form/card-form-controller.js';
import type { LoadMethods } from '../../form/load-methods.js';
import { findServerRendered, FormRoot } from '../../form/server-rendered/form-root.js';
import { settingNames } from '../../settings.js';
import { formStyles } from '../../form/styles.js';
import { addStyles, createStyledRoot } from '../../browser/add-styles.js';
import { deferFirstUpdate } from '../../browser/clock.js';
import { FormControl } from '../../browser/form-control.js';
import { Language } from '../../i18n/language.js';
import type { LocaleRegistry } from '../../i18n/locale-registry.js';
import type { MessageOverrides } from '../../i18n/messages.js';
import type { SentFormStatus } from '../protocol.js';
import { deserializeMessages, functionMark } from '../serialization.js';
import { isAllowed } from './allow-list.js';
import type { ParentCommand, ParentLink } from './parent-link.js';
import { createParentEvents, IframeAttemptStore, createMerchant, createNavigation } from './parent-ports.js';

type Configuration = Extract<ParentCommand, { type: 'configure' }>;

/** The padding in `pay-frame.html`, which leaves room for focus rings. The page compensates by negative margins. */
const framePaddingPx = 4;

/** The element in the frame's document: shows the card form, and asks the parent page for everything else. */
export class IframeCardForm extends ReactiveElement {
  static readonly formAssociated = true;
  static override styles = [...formStyles];

  messages: MessageOverrides | undefined;
  readonly controller: CardFormController;
  /** Identifies the page's last `submit()`. */
  submitId: number | undefined;
  readonly #link: ParentLink;
  readonly #attemptStore: IframeAttemptStore;
  readonly #language: Language;
  #formRoot: FormRoot | undefined;
  /** The handle of the page's current purchase, and the placeholder for the functions among its settings. */
  #functionSettings = { handle: '', placeholder: createFunctionPlaceholder() };
  #formStatus = '';
  #height = 0;

  constructor(
    link: ParentLink,
    services: readonly string[],
    languages: LocaleRegistry,
    loadMethods: LoadMethods,
  ) {
    super();
    this.#link = link;
    this.#attemptStore = new IframeAttemptStore(link);
    this.#language = new Language(this, languages, () => this.requestUpdate());
    this.controller = new CardFormController(this, {
      merchant: createMerchant(link, this),
      attemptStore: this.#attemptStore,
      navigation: createNavigation(link),
      events: createParentEvents(link, this),
      control: new FormControl(this),
      language: this.#language,
      loadMethods,
      // The page may choose only among the services that the frame's operator allows.
      getServiceError: (origin) => (isAllowed(services, origin) ? undefined : createServiceError()),
    });
  }

  get formStatus(): SentFormStatus {
    return this.controller.formStatus;
  }

  /** The page's handle for the purchase in the form. */
  get handle(): string {
    return this.#attemptStore.getHandle(this.controller.config?.purchase);
  }

  /** Hands the page's values to the form, which validates them. */
  applySettings({ settings, disabled, documentBaseUrl, documentUrl, handle, entry }: Configuration): void {
    this.#attemptStore.setCurrent(handle, entry);
    // Functions stay in the page, so a new handle gets a new placeholder: the form must notice that they may have changed.
    if (handle !== this.#functionSettings.handle)
      this.#functionSettings = { handle, placeholder: createFunctionPlaceholder() };
    const { placeholder } = this.#functionSettings;
    const values = Object.fromEntries(
      settingNames.map((name) => [name, settings[name] === functionMark ? placeholder : settings[name]]),
    ) as PageSettings['values'];
    const { messages } = this;
    this.controller.configure({
      values,
      disabled,
      messages,
      documentBaseUrl,
      documentUrl,
    });
    this.requestUpdate();
  }

  /** Validates the page's source again: any script of the page may have posted the message. */
  async submit(request: Extract<ParentCommand, { type: 'submit' }>): Promise<Outcome> {
    this.submitId = request.submitId;
    const source = parseExternalSource(request);
    // Apply what the page has just set, also before the next update.
    this.performUpdate();
    return this.controller.submit(source, request.price);
  }

  /** Call it when another element or tab has changed the page's store. */
  onStoreChanged(): void {
    this.#attemptStore.notifyChange();
  }

  setMessages(messages: unknown): void {
    this.messages = deserializeMessages(messages);
    this.requestUpdate();
  }

  override connectedCallback(): void {
    this.#language.connect();
    super.connectedCallback();
  }

  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const serverRendered = this.shadowRoot && findServerRendered(this.shadowRoot);
    const root = createStyledRoot(this);
    this.#formRoot = new FormRoot(root, this, serverRendered);
    return root;
  }

  protected override scheduleUpdate(): Promise<unknown> | undefined {
    return deferFirstUpdate(this.hasUpdated, () => super.scheduleUpdate());
  }

  protected override update(changed: PropertyValues<this>): void {
    addStyles(this.renderRoot as ShadowRoot);
    const template = this.controller.render();
    super.update(changed);
    this.#formRoot?.render(template);
  }

  protected override updated(): void {
    this.measure();
    const { formStatus } = this;
    const status = JSON.stringify(formStatus);
    if (status === this.#formStatus) return;
    this.#formStatus = status;
    this.#link.post({ type: 'form-status', formStatus });
  }

  /**
   * Posts the form's height. A ResizeObserver does not fire in a frame that is not rendered, so each update measures the
   * height too.
   */
  measure(): void {
    const box = this.getBoundingClientRect();
    const height = Math.ceil(box.height);
    // A frame that is not rendered has no width. A form with neither fields nor a notice has no height.
    if (height === this.#height || box.width === 0) return;
    this.#height = height;
    this.#link.post({ type: 'height', height: height + 2 * framePaddingPx });
  }
}

/** Replaces a function of the page, which cannot be posted: the ports ask the page instead of calling the function. */
const createFunctionPlaceholder = () => (): never => {
  throw new Error('The page around the frame has this function.');
};

const createServiceError = () =>
  new PayError(
    'configuration',
    '`base-url` is not among the services that the frame allows: its origin must be in `connect-src` of pay-frame.html.',
    { field: 'base-url' },
  );
