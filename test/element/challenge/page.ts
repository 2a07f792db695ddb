import { fixture, html, oneEvent } from '@open-wc/testing-helpers';
import * as lit from 'lit/html.js';
import {
  openDialog as openChallengeDialog,
  type ChallengeDialog,
  type DialogOptions,
} from '../../../src/element/challenge/challenge-dialog.js';
import * as en from '../../../src/element/i18n/locales/en.js';

export const paymentId = '11111111-1111-4111-8111-11111111111a';
export const words = en.bank;

/** A page of the tests' own origin, to stand in a frame. */
export const framed = (name: string): string => new URL(`./framed/${name}`, import.meta.url).href;

/** The same page from another origin: the test server answers to both names. */
export function foreign(url: string): string {
  const other = new URL(url);
  other.hostname = other.hostname === 'localhost' ? '127.0.0.1' : 'localhost';
  return other.href;
}

/** A page model: the dialog as a payer sees it, in an element with a button. */
export class Dialog {
  readonly root: ShadowRoot;
  readonly before: HTMLButtonElement;
  readonly challenge: ChallengeDialog;

  constructor(host: HTMLElement, options: Partial<DialogOptions>, focused?: HTMLElement) {
    this.root = host.attachShadow({ mode: 'open' });
    this.before = document.createElement('button');
    this.before.textContent = 'Pay';
    this.root.append(this.before);
    (focused ?? this.before).focus();
    this.challenge = openChallengeDialog(this.root, {
      lit,
      url: framed('says.html'),
      paymentId,
      messages: words,
      direction: 'ltr',
      tag: 'en',
      ...options,
    });
  }

  get element(): HTMLDialogElement {
    return this.find('dialog');
  }

  get frame(): HTMLIFrameElement {
    return this.find('iframe');
  }

  get statusText(): string {
    return this.find('[role="status"]').textContent;
  }

  get active(): Element | null {
    return this.root.activeElement;
  }

  get isOpen(): boolean {
    return this.root.querySelector('dialog')?.open ?? false;
  }

  get isAskingToStop(): boolean {
    return this.find('[role="group"]').checkVisibility();
  }

  button(text: string): HTMLButtonElement {
    const found = [...this.root.querySelectorAll('button')].find(({ textContent }) => textContent === text);
    if (!found) throw new Error(`There is no button “${text}”.`);
    return found;
  }

  /** When the bank's page is there. */
  async loaded(): Promise<void> {
    await oneEvent(this.frame, 'load');
  }

  find<E extends HTMLElement>(selector: string): E {
    const found = this.root.querySelector<E>(selector);
    if (!found) throw new Error(`There is no ${selector}.`);
    return found;
  }
}

let open: Dialog | undefined;

/** @param focused What has the focus before, where it is not the element's own button. */
export async function openDialog(
  options: Partial<DialogOptions> = {},
  focused?: HTMLElement,
): Promise<Dialog> {
  return (open = new Dialog(await fixture<HTMLElement>(html`<div></div>`), options, focused));
}

/** A modal dialog that a failed test leaves would take the next test's focus. */
export function closeDialog(): void {
  open?.challenge.close();
  open = undefined;
}
