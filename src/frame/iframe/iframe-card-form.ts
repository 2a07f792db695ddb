import { ReactiveElement, type PropertyValues } from '@lit/reactive-element';
import type { Outcome } from '../../checkout/outcome.js';
import { parseExternalSource } from '../../checkout/parse-external-source.js';
import { PayError } from '../../error.js';
import type { PageSettings } from '../../form/card-form.js';
import { CardFormController } from '../../form/card-form-controller.js';
import type { LoadSavedCards } from '../../form/saved/fetch.js';
import { findServerRendered, FormRoot } from '../../form/server-rendered/hydrate.js';
import { settingNames } from '../../form/settings.js';
import { styles } from '../../form/styles.js';
import { waitForNextTask } from '../../browser/wait.js';
import { FormControl } from '../../browser/form-control.js';
import { Language } from '../../i18n/language.js';
import type { LocaleRegistry } from '../../i18n/locale-registry.js';
import type { MessageOverrides } from '../../i18n/messages.js';
import type { SentFormStatus } from '../protocol.js';
import { deserializeMessages } from '../sent-messages.js';
import { functionMark } from '../sent-settings.js';
import { allows } from './allowed.js';
import type { ParentRequest, ParentLink } from './parent-link.js';
import { eventsFor, IframeAttemptStore, createMerchant, createNavigation } from './parent-ports.js';

type Configuration = Extract<ParentRequest, { type: 'configure' }>;

/** Room around the form for focus rings, in CSS pixels: the padding in `pay-frame.html`. The page takes it back. */
const rim = 4;

/** The element in the frame's own page. It shows the form that a merchant's page shows, and asks that page for the rest. */
export class IframeCardForm extends ReactiveElement {
  static readonly formAssociated = true;
  static override styles = [...styles];

  messages: MessageOverrides | undefined;
  readonly form: CardFormController;
  /** The number of the page's last `submit`. */
  call: number | undefined;
  readonly #link: ParentLink;
  readonly #attempts: IframeAttemptStore;
  readonly #language: Language;
  #formRoot: FormRoot | undefined;
  /** What the page has set last: its key, and what stands for its functions. */
  #set = { key: '', ask: createStandIn() };
  #formStatus = '';
  #height = 0;

  constructor(
    link: ParentLink,
    services: readonly string[],
    languages: LocaleRegistry,
    loadSavedCards: LoadSavedCards,
  ) {
    super();
    this.#link = link;
    this.#attempts = new IframeAttemptStore(link);
    this.#language = new Language(this, languages, () => this.requestUpdate());
    this.form = new CardFormController(this, {
      merchant: createMerchant(link, this),
      purchases: this.#attempts,
      navigation: createNavigation(link),
      events: eventsFor(link, this),
      control: new FormControl(this),
      language: this.#language,
      loadSavedCards,
      // A page chooses among the services that the host of this frame allows: a card goes to no other.
      refusal: (origin) => (allows(services, origin) ? undefined : notServed()),
    });
  }

  get formStatus(): SentFormStatus {
    return this.form.formStatus;
  }

  /** The page's key of what is paid for. */
  get key(): string {
    return this.#attempts.keyOf(this.form.config?.purchase);
  }

  /** Takes over what the page has set: each value as it came, to be judged as in a page. */
  applySettings({ settings, disabled, pageUrl, address, key, entry }: Configuration): void {
    this.#attempts.receive(key, entry);
    // Another key may mean other functions. The form compares what it is given, so something else stands for them then.
    if (key !== this.#set.key) this.#set = { key, ask: createStandIn() };
    const { ask } = this.#set;
    const values = Object.fromEntries(
      settingNames.map((name) => [name, settings[name] === functionMark ? ask : settings[name]]),
    ) as PageSettings['values'];
    const { messages } = this;
    this.form.configure({ values, frameSrc: undefined, disabled, messages, pageUrl, address });
    this.requestUpdate();
  }

  /** Judges the page's source once more: what comes over the channel may be from any script of the page. */
  async submit(order: Extract<ParentRequest, { type: 'submit' }>): Promise<Outcome> {
    this.call = order.call;
    const given = parseExternalSource(order);
    // What the page has just set counts, also before it is drawn.
    this.performUpdate();
    return this.form.submit(given);
  }

  /** Another element or tab has written about the purchase. */
  onStoreChanged(): void {
    this.#attempts.notifyChange();
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
    const root = super.createRenderRoot();
    this.#formRoot = new FormRoot(root, this, serverRendered);
    return root;
  }

  /** The first update comes in a task of its own, so that a phone is not blocked by it and by the script together. */
  protected override scheduleUpdate(): Promise<unknown> | undefined {
    if (!this.hasUpdated) return waitForNextTask().then(() => super.scheduleUpdate());
    super.scheduleUpdate();
    return undefined;
  }

  protected override update(changed: PropertyValues<this>): void {
    const template = this.form.render();
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

  /** Tells how high the form is. A browser that draws nothing of a frame out of sight tells no observer of sizes either. */
  measure(): void {
    const height = Math.ceil(this.getBoundingClientRect().height);
    if (height === this.#height || height === 0) return;
    this.#height = height;
    this.#link.post({ type: 'height', height: height + 2 * rim });
  }
}

/** Stands for a function of the page, which cannot come here: the ports ask the page instead of calling it. */
const createStandIn = () => (): never => {
  throw new Error('The page around the frame has this function.');
};

const notServed = () =>
  new PayError(
    'configuration',
    '`base-url` is no service that the frame of `frame-src` sends cards to: its host must allow it.',
    { field: 'base-url' },
  );
