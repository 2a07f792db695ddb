/** A sentence in place of a frame that shows nothing. The frame stays: it may answer yet. */
export class FrameNotice {
  readonly #place: HTMLElement;

  constructor(place: HTMLElement) {
    this.#place = place;
  }

  show(text: string, ...more: HTMLElement[]): void {
    this.remove();
    const notice = document.createElement('div');
    notice.className = 'notice';
    notice.setAttribute('part', 'notice');
    notice.setAttribute('role', 'alert');
    const words = document.createElement('p');
    words.textContent = text;
    notice.append(words, ...more);
    this.#place.classList.add('silent');
    this.#place.append(notice);
  }

  remove(): void {
    this.#place.classList.remove('silent');
    this.#place.querySelector('.notice')?.remove();
  }

  get button(): HTMLButtonElement | null {
    return this.#place.querySelector('button');
  }
}
