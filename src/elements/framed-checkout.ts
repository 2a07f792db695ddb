import type { Outcome } from '../checkout/outcome.js';
import type { CardForm, PageSettings, Phase } from '../form/card-form.js';
import { settingNames, settings, type Setting } from '../form/settings.js';
import { FormInFrame } from '../frame/host/form-in-frame.js';
import { FormControl } from '../page/form-control.js';
import { HostEvents } from '../page/form-events.js';
import type { PayCheckout } from './pay-checkout.js';
import { register } from './register.js';
import type { Release } from './release.js';
import { version } from '../version.js';
import { Language } from '../words/language.js';
import type { Languages } from '../words/languages.js';
import type { PageWords } from '../words/messages.js';

/** What a page sets: as on the element that has its form in the page. */
type Settings = Pick<PayCheckout, Setting | 'frameSrc' | 'disabled' | 'messages'>;

interface Reading {
  readonly attribute?: string | false;
  readonly type?: typeof Boolean;
  readonly converter?: { fromAttribute(value: string | null): unknown };
}

const readings: Readonly<Record<keyof Settings, Reading>> = {
  ...settings,
  frameSrc: { attribute: 'frame-src' },
  disabled: { type: Boolean },
  messages: { attribute: false },
};
const names = Object.keys(readings) as (keyof Settings)[];
const attributeOf = (name: keyof Settings) => readings[name].attribute ?? name.toLowerCase();
const byAttribute = new Map(names.map((name) => [attributeOf(name), name]));

/** Importing hurts nobody where there is no page. */
const Base = globalThis.HTMLElement ?? (Object as unknown as typeof HTMLElement);

// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging, @typescript-eslint/no-empty-object-type -- each is an accessor, made below
export interface FramedCheckout extends Settings {}

/**
 * `<pay-checkout>` for pages that only ever have the form in a frame: nothing of the form itself is loaded by the page.
 * Attributes, properties, events and methods are those of the other one.
 */
// eslint-disable-next-line @typescript-eslint/no-unsafe-declaration-merging
export class FramedCheckout extends Base {
  static readonly formAssociated = true;
  static readonly observedAttributes = [...byAttribute.keys()].filter((name) => name !== false);
  /** The package's version: of two on a page, the first one is used. */
  static readonly version: string = version;

  /** What this build has outside the element's own file. Each entry sets it before it registers the element. */
  declare static release: Pick<Release, 'loadBankDialog'> & { readonly languages: Languages<PageWords> };

  /** Registers the element, under its own name or another. Harmless where the name is taken by it already. */
  static define(tag = 'pay-checkout', registry: CustomElementRegistry = customElements): void {
    register(this, 'pay-checkout', tag, registry);
  }

  readonly #control = new FormControl(this);
  readonly #values: Partial<Record<keyof Settings, unknown>> = {};
  readonly #language = new Language(this, FramedCheckout.release.languages, () => this.#set());
  readonly #form: CardForm;
  #queued = false;

  constructor() {
    super();
    const root = this.attachShadow({ mode: 'open' });
    const form = new FormInFrame(this, {
      events: new HostEvents(this),
      control: this.#control,
      way: {
        host: this,
        language: this.#language,
        loadBankDialog: FramedCheckout.release.loadBankDialog,
      },
    });
    root.append(form.content());
    this.#form = form;
    for (const name of names) {
      // Set before the class was known: what is the element's own would hide the accessor.
      if (!Object.hasOwn(this, name)) continue;
      const own = this as Record<string, unknown>;
      const value = own[name];
      Reflect.deleteProperty(own, name);
      own[name] = value;
    }
  }

  /** What the element is doing; also a CSS custom state: `:state(paying)`. */
  get state(): Phase {
    return this.#form.state;
  }

  get form(): HTMLFormElement | null {
    return this.#control.form;
  }

  get name(): string {
    return this.#control.name;
  }
  set name(name: string) {
    this.#control.name = name;
  }

  get validity(): ValidityState | undefined {
    return this.#control.validity;
  }

  get validationMessage(): string {
    return this.#control.validationMessage;
  }

  get willValidate(): boolean {
    return this.#control.willValidate;
  }

  connectedCallback(): void {
    this.#language.connect();
    this.#set();
  }

  disconnectedCallback(): void {
    this.#language.disconnect();
    // An element that is moved is removed for a moment; its frame loads anew then, and is greeted anew.
    queueMicrotask(() => {
      if (!this.isConnected) this.#form.disconnect();
    });
  }

  attributeChangedCallback(attribute: string, _old: string | null, value: string | null): void {
    const name = byAttribute.get(attribute);
    if (!name) return;
    const { type, converter } = readings[name];
    const read = type ? value !== null : converter ? converter.fromAttribute(value) : (value ?? undefined);
    (this as Record<string, unknown>)[name] = read;
  }

  formDisabledCallback(): void {
    this.#set();
  }

  formResetCallback(): void {
    this.reset();
  }

  submit(): Promise<Outcome> {
    // What the page has just set counts, also when the frame has not heard of it yet.
    if (this.isConnected) this.#form.configure(this.#settings);
    return this.#form.submit();
  }

  checkValidity(): boolean {
    return this.#form.check();
  }

  reportValidity(): boolean {
    return this.#form.report();
  }

  reset(): void {
    this.#form.reset();
  }

  override focus(options?: FocusOptions): void {
    this.#form.focus(options);
  }

  get #settings(): PageSettings {
    return {
      values: Object.fromEntries(settingNames.map((name) => [name, this[name]])) as PageSettings['values'],
      frameSrc: this.frameSrc,
      disabled: this.matches(':disabled') || this.disabled,
      messages: this.messages,
      pageUrl: this.baseURI,
    };
  }

  /**
   * What a page sets in one go reaches the frame in one message. Also, an iframe that is made while the script is
   * evaluated makes V8 parse all of the script again, to note the iframe's place in it.
   */
  #set(): void {
    if (this.#queued || !this.isConnected) return;
    this.#queued = true;
    queueMicrotask(() => {
      this.#queued = false;
      if (this.isConnected) this.#form.configure(this.#settings);
    });
  }

  static {
    for (const name of names) {
      Object.defineProperty(this.prototype, name, {
        configurable: true,
        enumerable: true,
        get(this: FramedCheckout) {
          return this.#values[name] ?? (readings[name].type ? false : undefined);
        },
        set(this: FramedCheckout, value: unknown) {
          this.#values[name] = value;
          this.#set();
        },
      });
    }
  }
}
