/** Runs in the page: notes for each key how long it took until the frame after it was done. */
function listen() {
  window.times = [];
  addEventListener(
    'keydown',
    () => {
      const pressed = performance.now();
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = () => window.times.push(performance.now() - pressed);
        channel.port2.postMessage(0);
      });
    },
    true,
  );
  // Not in step with the screen's own clock.
  window.rest = (count) =>
    new Promise((resolve) => {
      const look = () =>
        window.times.length < count
          ? requestAnimationFrame(look)
          : requestAnimationFrame(() => setTimeout(resolve, 20 + 16 * Math.random()));
      look();
    });
}

/**
 * Types into the field that has the focus as a person would, the next key when the screen has come to rest. Answers
 * each key's milliseconds until the next frame.
 */
export async function timeKeys(page, text) {
  await page.evaluate(listen);
  for (const [index, key] of [...text].entries()) {
    await page.keyboard.press(key);
    await page.evaluate((count) => window.rest(count), index + 1);
  }
  return page.evaluate(() => window.times);
}

export const cardNumber = '4201320111111010';
