import { fixture, html } from '@open-wc/testing-helpers';
import { sendMouse } from '@web/test-runner-commands';

/** Presses an element as a payer does: with the mouse of the browser's driver. */
export async function press(target: Element): Promise<void> {
  const { left, top, width, height } = target.getBoundingClientRect();
  await sendMouse({
    type: 'click',
    position: [Math.round(left + width / 2), Math.round(top + height / 2)],
  });
}

/** Runs code in the task of a real press; resolves with what it has returned, or rejects with what it has thrown. */
export async function inPress<Result>(work: () => Result): Promise<Awaited<Result>> {
  const button = await fixture<HTMLButtonElement>(html`<button>Pay</button>`);
  const done = new Promise<Result>((resolve, reject) => {
    button.addEventListener(
      'click',
      () => {
        try {
          resolve(work());
        } catch (error) {
          reject(error);
        }
      },
      { once: true },
    );
  });
  const pressed = press(button);
  try {
    return await done;
  } finally {
    await pressed;
  }
}
