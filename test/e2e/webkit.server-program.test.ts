import { expect } from '@playwright/test';
import { findWebKit } from '../browser.js';
import { WebKit } from '../webkit.js';
import { newToken } from './program.js';
import { test } from './worker.js';

test('WebKit pays on the page with keys alone', async ({ program }) => {
  const webkit = await WebKit.open(findWebKit(), process.env['PAY_GUARD']);
  try {
    const { keyboard } = webkit;
    await webkit.goto(`${program.url}/checkout/${newToken(program)}`);
    const isTaken = "document.querySelector('pay-checkout').state === 'ready'";
    await expect.poll(() => webkit.ask(isTaken)).toBe(true);
    for (const text of ['4201320111111010', '1230', '123', 'Sara Ali']) {
      await keyboard.press('Tab');
      await keyboard.type(text);
    }
    await keyboard.press('Enter');
    await expect.poll(() => webkit.url()).toContain('/acs_emulator');
    await webkit.ask(
      "[...document.querySelectorAll('button')].find((it) => /^Authenticated/.test(it.innerText)).click()",
    );
    await expect.poll(() => webkit.url()).toContain('/back?');
    expect(new URL(await webkit.url()).searchParams.get('status')).toBe('paid');
  } finally {
    await webkit.close();
  }
});
