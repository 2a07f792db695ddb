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
  const link = new ParentLink(port, (order) => obey(element, link, order));
  // Without values of its own, so that the browser can make one of the tag in the document, with the form in it.
  class Guest extends IframeCardForm {
    constructor() {
      super(link, services, languages, loadSavedCards);
    }
  }
  customElements.define(tag, Guest);
  const element = document.querySelector<Guest>(tag) ?? new Guest();
  new ResizeObserver(() => element.measure()).observe(element);
  link.post({ type: 'hello', version: protocolVersion });
}

function obey(element: IframeCardForm, link: ParentLink, order: ParentRequest): void {
  const { form } = element;
  switch (order.type) {
    case 'configure':
      element.take(order);
      if (!element.isConnected) document.body.append(element);
      return;
    case 'look':
      look(element, order);
      return;
    case 'submit': {
      const { call } = order;
      element.submit(order).then(
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
    case 'written':
      element.written();
      return;
    default:
      order satisfies never;
  }
}

function look(element: IframeCardForm, told: Extract<ParentRequest, { type: 'look' }>): void {
  const { documentElement: root } = document;
  root.lang = told.lang;
  if (told.dir) root.dir = told.dir;
  else root.removeAttribute('dir');
  // A page that says nothing is light. The frame's own page follows the payer's system until it is told.
  const { colorScheme } = told;
  const known = colorScheme !== 'normal' && CSS.supports('color-scheme', colorScheme);
  root.style.colorScheme = known ? colorScheme : 'light';
  root.style.fontSize = told.rem > 0 ? `${Math.min(told.rem, 100)}px` : '';
  for (const name of tokenNames) {
    const value = told.values[name] ?? '';
    if (value && isToken(name, value)) element.style.setProperty(name, value);
    else element.style.removeProperty(name);
  }
  element.say(told.messages);
}
