/** A sentence instead of a frame that shows nothing. The frame stays in the document, because it may still answer. */
export class FrameNotice {
  readonly #container: HTMLElement;

  constructor(container: HTMLElement) {
    this.#container = container;
  }

  show(text: string, ...more: HTMLElement[]): void {
    this.remove();
    const notice = document.createElement('div');
    notice.className = 'notice';
    notice.setAttribute('part', 'notice');
    notice.setAttribute('role', 'alert');
    const paragraph = document.createElement('p');
    paragraph.textContent = text;
    notice.append(paragraph, ...more);
    this.#container.classList.add('silent');
    this.#container.append(notice);
  }

  remove(): void {
    this.#container.classList.remove('silent');
    this.#container.querySelector('.notice')?.remove();
  }

  get button(): HTMLButtonElement | null {
    return this.#container.querySelector('button');
  }
}
