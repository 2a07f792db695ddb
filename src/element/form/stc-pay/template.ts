import type { TemplateResult } from 'lit/html.js';
import type { ConfirmingState } from '../../checkout/state.js';
import type { TemplateTools } from '../marks.js';
import type { FormMessages, StcPayMessages } from '../../i18n/messages.js';

interface TemplateContext {
  readonly tools: TemplateTools;
  readonly messages: FormMessages;
  readonly texts: StcPayMessages;
  /** Nothing can be typed while a payment is under way. */
  readonly isPaying: boolean;
  readonly disabled: boolean;
}

interface Field {
  readonly id: string;
  readonly label: string;
  readonly error: string | undefined;
  /** The ids of what is read with the field. */
  readonly describedBy: string;
  /** Whether the message is announced as it appears: not where it is read with the focus that moves there. */
  readonly isAnnouncing: boolean;
  readonly autocomplete: string;
  readonly inputmode: string;
  readonly onInput: () => void;
  readonly onBlur: () => void;
}

/** The same markup as the fields of the card have. */
const fieldTemplate = (
  { tools: { html, nothing }, isPaying, disabled }: TemplateContext,
  { id, label, error, describedBy, isAnnouncing, autocomplete, inputmode, onInput, onBlur }: Field,
): TemplateResult =>
  html`<div class="field ${id}" part="field">
    <div class="head"><label for=${id} part="label" .textContent=${label}></label></div>
    <div class="control">
      <input
        id=${id}
        class="digits"
        part="input"
        type="text"
        autocomplete=${autocomplete}
        inputmode=${inputmode}
        autocapitalize="off"
        autocorrect="off"
        spellcheck="false"
        aria-required="true"
        aria-invalid=${error !== undefined}
        aria-describedby=${describedBy}
        ?readonly=${isPaying}
        ?disabled=${disabled}
        @input=${onInput}
        @blur=${onBlur}
      />
    </div>
    <div class="message">
      <p class="error" id="${id}-error" part="error" aria-live=${isAnnouncing ? 'polite' : 'off'}>
        ${error === undefined ? nothing : html`<span .textContent=${error}></span>`}
      </p>
    </div>
  </div>`;

/** Renders the field of the mobile number. */
export const mobileTemplate = (
  context: TemplateContext,
  field: Pick<Field, 'error' | 'isAnnouncing' | 'onInput' | 'onBlur'>,
): TemplateResult =>
  fieldTemplate(context, {
    ...field,
    id: 'mobile',
    describedBy: 'mobile-error',
    label: context.texts.mobile,
    autocomplete: 'tel-national',
    inputmode: 'tel',
  });

interface CodeForm extends Pick<Field, 'error' | 'isAnnouncing' | 'onInput'> {
  readonly state: ConfirmingState;
  /** Whether another number can be taken here, and whether the payer can pay another way. */
  readonly canChange: boolean;
  readonly hasOtherWay: boolean;
  readonly onConfirm: (event: Event) => void;
  readonly onChangeNumber: () => void;
  readonly onAnotherWay: () => void;
}

/** Renders the form that takes the code, instead of the form that takes the card. */
export function codeTemplate(context: TemplateContext, form: CodeForm): TemplateResult {
  const { tools, messages, texts, isPaying, disabled } = context;
  const { html, nothing } = tools;
  const { state } = form;
  const { mobile } = state.payment.source ?? {};
  const second = (text: string, onClick: () => void) =>
    html`<button
      type="button"
      part="button"
      class="second unpressed"
      aria-disabled=${isPaying}
      .textContent=${text}
      @click=${onClick}
    ></button>`;
  return html`<form
    class="grid confirm ${isPaying ? 'busy-form' : ''}"
    novalidate
    method="dialog"
    autocomplete="on"
    aria-label=${messages.form}
    aria-busy=${isPaying}
    @submit=${form.onConfirm}
  >
    <p class="sent" id="sent">
      <span .textContent=${texts.sent}></span>
      ${typeof mobile === 'string' ? html`<bdi dir="ltr" .textContent=${mobile}></bdi>` : nothing}
    </p>
    ${fieldTemplate(context, {
      id: 'code',
      describedBy: 'sent code-error',
      label: texts.code,
      error: form.error,
      isAnnouncing: form.isAnnouncing,
      autocomplete: 'one-time-code',
      inputmode: 'numeric',
      onInput: form.onInput,
      onBlur: () => undefined,
    })}
    <p class="ending" role="status" .textContent=${state.isEndingSoon ? texts.ending : ''}></p>
    <button
      part="button"
      type="submit"
      class=${isPaying ? 'busy' : ''}
      ?disabled=${disabled && !isPaying}
      aria-disabled=${isPaying || disabled}
    >
      ${
        isPaying
          ? html`<span class="spinner" aria-hidden="true"></span
              ><span .textContent=${messages.paying}></span>`
          : html`<span .textContent=${texts.confirm}></span>`
      }
    </button>
    ${form.canChange ? second(texts.change, form.onChangeNumber) : nothing}
    ${form.hasOtherWay ? second(messages.anotherWay, form.onAnotherWay) : nothing}
  </form>`;
}
