import { inFrame, inPage } from '../modes.js';
import { expect, test, world } from './fixtures.js';
import { visit } from './payer.js';
import { refusal } from './proxy.js';

for (const mode of [inPage, inFrame]) {
  test(`Enter that is held down in the ${mode.form} sends the card once, and once more when it was let go`, async ({
    page,
  }) => {
    const order = world.order(Array.from({ length: 8 }, () => refusal(429, { type: 'rate_limit_error' })));
    let sent = 0;
    page.on('request', (request) => {
      if (request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/fulfill')) sent++;
    });
    const payer = await visit(page, order, { setUp: 'checkout-url', mode });
    await payer.type();
    await payer.name.focus();
    await page.keyboard.down('Enter');
    await expect(payer.notice).not.toBeEmpty();
    for (let times = 0; times < 5; times++) {
      await page.keyboard.down('Enter');
      await expect(payer.pressable).toBeVisible();
    }
    expect(sent).toBe(1);
    await page.keyboard.up('Enter');
    await page.keyboard.press('Enter');
    await expect.poll(() => sent).toBe(2);
  });
}
