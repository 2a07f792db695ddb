import type { ReactiveElement } from '@lit/reactive-element';
import { html, type TemplateResult } from 'lit/html.js';
import { networks } from './card/network-rules.js';
import type { Outcome } from './checkout/outcome.js';
import { isDeveloperPage } from './browser/advise-developer.js';
import { PayError } from '../error.js';
import type { CardForm, PageSettings, Phase } from './form/card-form.js';
import { emptyView } from './form/empty-view.js';
import type { FormPorts } from './form/form-ports.js';
import { formTemplate, getStateText, type FormView } from './form/template.js';

/** Shown until the frame module has loaded: a skeleton, or the reason why loading failed. */
export class PendingRemoteForm implements CardForm {
  readonly hasPayment = false;
  readonly #host: ReactiveElement;
  readonly #ports: Pick<FormPorts, 'events' | 'control' | 'language'>;
  #publishableKey: unknown;
  #error: PayError | undefined;
  #isErrorEmitted = false;

  constructor(host: ReactiveElement, ports: Pick<FormPorts, 'events' | 'control' | 'language'>) {
    this.#host = host;
    this.#ports = ports;
    host.addController(this);
  }

  get state(): Phase {
    return this.#view.state.phase;
  }

  get #view(): FormView {
    return {
      ...emptyView,
      developerMessage: isDeveloperPage(this.#publishableKey) ? this.#error?.message : undefined,
      state: this.#error ? { phase: 'misconfigured', error: this.#error } : { phase: 'waiting' },
      canSubmit: false,
      isServerRendered: false,
      isWrittenByServer: false,
      price: undefined,
      networks,
      isTestMode: false,
      language: this.#ports.language,
    };
  }

  /** Renders the slot at once: the page's HTML may hold the frame, and a payer may be typing into that frame. */
  render(): TemplateResult {
    return html`<slot name="frame">${formTemplate(this.#view)}</slot>`;
  }

  hostUpdated(): void {
    const view = this.#view;
    const problem = { kind: 'customError', message: getStateText(view) } as const;
    this.#ports.control.update({ phase: view.state.phase, problem }, undefined);
    if (!this.#error || this.#isErrorEmitted) return;
    this.#isErrorEmitted = true;
    this.#ports.events.emitError(this.#error);
  }

  fail(error: PayError): void {
    this.#error = error;
    this.#host.requestUpdate();
  }

  submit(): Promise<Outcome> {
    const notReady = () =>
      new PayError('configuration', 'The card form is not ready: wait for pay-ready.', { retryable: true });
    return Promise.reject(this.#error ?? notReady());
  }

  checkValidity(): boolean {
    return this.#ports.control.checkValidity() ?? false;
  }

  reportValidity(): boolean {
    return this.checkValidity();
  }

  configure({ values }: PageSettings): void {
    this.#publishableKey = values.publishableKey;
  }

  reset(): void {}
  focus(): void {}
  disconnect(): void {}
}
