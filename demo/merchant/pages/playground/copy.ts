import { announce } from './announce.js';

/** Puts a text on the clipboard, and says so in the button and to who does not see it. */
export function bindCopy(button: HTMLElement, text: () => string): void {
  const { textContent: label } = button;
  button.addEventListener('click', () => {
    void navigator.clipboard.writeText(text()).then(
      () => {
        button.textContent = 'Copied';
        announce('Copied.');
        button.addEventListener('blur', () => (button.textContent = label), { once: true });
      },
      () => announce('The browser does not allow copying. Select the text instead.'),
    );
  });
}
