import type { LoadSavedCards } from '../../form/saved/fetch.js';
import type { LocaleRegistry } from '../../i18n/locale-registry.js';
import { protocolVersion } from '../protocol-version.js';
import { serializeError } from '../sent-error.js';
import type { Allowed } from './allowed.js';
import { IframeCardForm } from './iframe-card-form.js';
import { ParentLink, type ParentRequest } from './parent-link.js';
import { sentOutcome } from './parent-ports.js';
import { isToken, tokenNames } from './tokens.js';

const tag = 'pay-checkout';

/** Serves one page, over one port, for as long as this document is there. */
export function serve(
  port: MessagePort,
  { services }: Allowed,
  languages: LocaleRegistry,
  loadSavedCards: LoadSavedCards,
): void {
  const link = new ParentLink(port, (request) => handle(element, link, request));
  // Without values of its own, so that the browser can make one of the tag in the document, with the form in it.
  class ServedCardForm extends IframeCardForm {
    constructor() {
      super(link, services, languages, loadSavedCards);
    }
  }
  customElements.define(tag, ServedCardForm);
  const element = document.querySelector<ServedCardForm>(tag) ?? new ServedCardForm();
  new ResizeObserver(() => element.measure()).observe(element);
  link.post({ type: 'hello', version: protocolVersion });
}

function handle(element: IframeCardForm, link: ParentLink, request: ParentRequest): void {
  const { form } = element;
  switch (request.type) {
    case 'configure':
      element.applySettings(request);
      if (!element.isConnected) document.body.append(element);
      return;
    case 'appearance':
      applyAppearance(element, request);
      return;
    case 'submit': {
      const { call } = request;
      element.submit(request).then(
        (outcome) =>
          link.post({ type: 'settled', formStatus: element.formStatus, call, outcome: sentOutcome(outcome) }),
        (error: unknown) =>
          link.post({ type: 'rejected', formStatus: element.formStatus, call, error: serializeError(error) }),
      );
      return;
    }
    case 'report':
      form.report();
      return;
    case 'reset':
      form.reset();
      return;
    case 'focus':
      form.focus();
      return;
    case 'store-changed':
      element.onStoreChanged();
      return;
    default:
      request satisfies never;
  }
}

function applyAppearance(
  element: IframeCardForm,
  appearance: Extract<ParentRequest, { type: 'appearance' }>,
): void {
  const { documentElement: root } = document;
  root.lang = appearance.lang;
  if (appearance.dir) root.dir = appearance.dir;
  else root.removeAttribute('dir');
  // A page that says nothing is light. The frame's own page follows the payer's system until it is appearance.
  const { colorScheme } = appearance;
  const known = colorScheme !== 'normal' && CSS.supports('color-scheme', colorScheme);
  root.style.colorScheme = known ? colorScheme : 'light';
  root.style.fontSize = appearance.rem > 0 ? `${Math.min(appearance.rem, 100)}px` : '';
  for (const name of tokenNames) {
    const value = appearance.values[name] ?? '';
    if (value && isToken(name, value)) element.style.setProperty(name, value);
    else element.style.removeProperty(name);
  }
  element.setMessages(appearance.messages);
}
