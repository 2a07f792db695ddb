import type { LoadMethods } from '../../form/load-methods.js';
import type { LocaleRegistry } from '../../i18n/locale-registry.js';
import { customPropertyNames, isSafeValue } from '../custom-properties.js';
import { protocolVersion } from '../protocol.js';
import { serializeError } from '../serialization.js';
import type { AllowList } from './allow-list.js';
import { IframeCardForm } from './iframe-card-form.js';
import { ParentLink, type ParentCommand } from './parent-link.js';
import { serializeOutcome } from './parent-ports.js';

const tag = 'pay-checkout';

/** Serves one page, over one port, for as long as this document exists. */
export function serveParent(
  port: MessagePort,
  { services }: AllowList,
  languages: LocaleRegistry,
  loadMethods: LoadMethods,
): void {
  const link = new ParentLink(port, (command) => handle(element, link, command));
  // The constructor takes no arguments, so that the browser can upgrade the tag that is in the document with the form in it.
  class ServedCardForm extends IframeCardForm {
    constructor() {
      super(link, services, languages, loadMethods);
    }
  }
  customElements.define(tag, ServedCardForm);
  const element = document.querySelector<ServedCardForm>(tag) ?? new ServedCardForm();
  new ResizeObserver(() => element.measure()).observe(element);
  link.post({ type: 'hello', version: protocolVersion });
}

function handle(element: IframeCardForm, link: ParentLink, command: ParentCommand): void {
  const { controller } = element;
  switch (command.type) {
    case 'configure':
      element.applySettings(command);
      if (!element.isConnected) document.body.append(element);
      return;
    case 'appearance':
      applyAppearance(element, command);
      return;
    case 'submit': {
      const { submitId } = command;
      element.submit(command).then(
        (outcome) =>
          link.post({
            type: 'settled',
            formStatus: element.formStatus,
            submitId,
            outcome: serializeOutcome(outcome),
          }),
        (error: unknown) =>
          link.post({
            type: 'rejected',
            formStatus: element.formStatus,
            submitId,
            error: serializeError(error),
          }),
      );
      return;
    }
    case 'report':
      controller.reportValidity();
      return;
    case 'reset':
      controller.reset();
      return;
    case 'focus':
      controller.focus();
      return;
    case 'store-changed':
      element.onStoreChanged();
      return;
    default:
      command satisfies never;
  }
}

function applyAppearance(
  element: IframeCardForm,
  appearance: Extract<ParentCommand, { type: 'appearance' }>,
): void {
  const { documentElement: root } = document;
  root.lang = appearance.lang;
  if (appearance.dir) root.dir = appearance.dir;
  else root.removeAttribute('dir');
  // A page without a color scheme is light. The frame's document follows the payer's system until the page has sent one.
  const { colorScheme } = appearance;
  const isSupported = colorScheme !== 'normal' && CSS.supports('color-scheme', colorScheme);
  root.style.colorScheme = isSupported ? colorScheme : 'light';
  root.style.fontSize = appearance.rem > 0 ? `${Math.min(appearance.rem, 100)}px` : '';
  for (const name of customPropertyNames) {
    const value = appearance.values[name] ?? '';
    if (value && isSafeValue(name, value)) element.style.setProperty(name, value);
    else element.style.removeProperty(name);
  }
  element.setMessages(appearance.messages);
}
