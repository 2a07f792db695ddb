/** `node --import tsx demo/pictures.mjs` takes the picture of the README again, once `node .ci/install.mjs test` has run. */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';
import { register } from 'tsx/esm/api';
import { findChromium, flags } from '../test/browser.js';
import { buildWhenNeeded } from './build.mjs';
import { withPalette } from './palette.mjs';

/** Bytes: the picture is in the package. */
const limit = 50_000;
const file = fileURLToPath(new URL('./pictures/playground.png', import.meta.url));

buildWhenNeeded();
register({ tsconfig: false });
const { start } = await import('./merchant/server.ts');
const shop = await start({ port: 3000, sandboxPort: 4010, data: ':memory:' });
const browser = await chromium.launch({ executablePath: await findChromium(), args: flags });
try {
  const page = await browser.newPage({
    colorScheme: 'light',
    viewport: { width: 1200, height: 776 },
    reducedMotion: 'reduce',
  });
  await showPlayground(page);
  const picture = withPalette(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
  console.log(`${Math.ceil(picture.length / 1000)} kB`);
  if (picture.length > limit) throw new Error(`The picture is larger than ${limit / 1000} kB.`);
  writeFileSync(file, picture);
} finally {
  await browser.close();
  await shop.stop();
}

/** The playground after one payment, with the card of the next one in the form. */
async function showPlayground(page) {
  const fill = page.getByRole('button', { name: /^Approved at once/ });
  await page.goto(`${shop.url}demo/merchant/playground.html`);
  await fill.click();
  await page.locator('pay-checkout [part~="button"]').click();
  await page.locator('#messages > li').waitFor();
  await page.getByRole('button', { name: 'New payment' }).click();
  await page.locator('#messages:empty').waitFor({ state: 'attached' });
  await fill.click();
  // What has just been said is in the way for a while.
  await page.locator('#announcement:empty').waitFor({ state: 'attached' });
  await page.mouse.move(0, 0);
  await page.evaluate(() => scrollTo(0, 0));
}
