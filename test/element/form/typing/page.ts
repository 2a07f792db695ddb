import { fixture, html } from '@open-wc/testing-helpers';
import { sendKeys } from '@web/test-runner-commands';
import type { Format } from '../../../../src/element/form/typing/edit.js';
import { keepFormatted, type FormattedInput } from '../../../../src/element/form/typing/formatted-input.js';
import { formats } from './formats.js';

/** One bound input in an open shadow root, a source to copy and drag from beside it, and what a payer does to them. */
export class Page {
  readonly input: HTMLInputElement;
  readonly source: HTMLTextAreaElement;
  readonly entry: FormattedInput;
  /** The values that a listener on the input has found, in order. */
  readonly inputValues: string[] = [];

  static async open(format: Format = formats.number): Promise<Page> {
    const host = await fixture<HTMLElement>(html`<div></div>`);
    return new Page(host.attachShadow({ mode: 'open' }), format);
  }

  private constructor(root: ShadowRoot, format: Format) {
    this.source = document.createElement('textarea');
    this.input = document.createElement('input');
    root.append(this.source, this.input);
    this.input.addEventListener('input', () => this.inputValues.push(this.input.value));
    this.entry = keepFormatted(this.input, format);
    this.input.focus();
  }

  /** The text with the caret as `|`, or the selection between two. */
  get shown(): string {
    const { value, selectionStart, selectionEnd } = this.input;
    const [start, end] = [selectionStart ?? 0, selectionEnd ?? 0];
    if (start === end) return `${value.slice(0, start)}|${value.slice(start)}`;
    return `${value.slice(0, start)}|${value.slice(start, end)}|${value.slice(end)}`;
  }

  /** Shows a text and puts the caret, or the selection, where its `|` says. */
  start(shown: string): void {
    const [first = '', second = '', third] = shown.split('|');
    this.entry.set(first + second + (third ?? ''));
    this.input.setSelectionRange(first.length, first.length + (third === undefined ? 0 : second.length));
  }

  type = (text: string) => sendKeys({ type: text });

  async press(...keys: string[]): Promise<void> {
    for (const press of keys) await sendKeys({ press });
  }

  /** Puts a text on the real clipboard, as the payer would. */
  async copy(text: string): Promise<void> {
    this.source.value = text;
    this.source.focus();
    this.source.select();
    await this.press('Control+c');
    this.input.focus();
  }
}
