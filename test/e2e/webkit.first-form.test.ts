import { expect } from '@playwright/test';
import { findWebKit } from '../browser.js';
import { WebKit } from '../webkit.js';
import {
  builtForm,
  card,
  late,
  page as html,
  serveFirst,
  shownCard,
  tag,
  taken,
  texts,
} from './first-form/site.js';
import { test } from './worker.js';

const attributes =
  'base-url="https://api.example.com/v1" publishable-key="pk_test_sandbox" client-secret="pi_secret_1" amount="10000" currency="SAR"';

test('WebKit sends nothing before the script is there, and loses no key while it comes', async () => {
  test.setTimeout(180_000);
  const form = await builtForm({ lang: 'en', amount: 10_000, test: true });
  const site = await serveFirst(({ pathname, searchParams }) =>
    pathname === '/none'
      ? html(tag(attributes, form))
      : html(tag(attributes, form), late(searchParams.get('delay') ?? '0')),
  );
  const webkit = await WebKit.open(findWebKit(), process.env['PAY_GUARD']);
  const { keyboard } = webkit;
  const typeAll = async () => {
    for (const text of card) {
      await keyboard.press('Tab');
      await keyboard.type(text);
    }
  };
  /** How long typing takes here, as it was measured last. */
  let typing = NaN;
  const typeAndMeasure = async () => {
    const begun = performance.now();
    await typeAll();
    typing = performance.now() - begun;
  };
  const root = "document.querySelector('pay-checkout').shadowRoot";
  try {
    await webkit.goto(`${site.url}/none`);
    await typeAndMeasure();
    expect(await webkit.ask(texts)).toEqual(card);
    await keyboard.press('Enter');
    await webkit.ask(`${root}.querySelector('form').requestSubmit()`);
    await webkit.ask(`${root}.querySelector('form').submit()`);
    await webkit.ask(`${root}.querySelector('button').click()`);
    await webkit.ask("fetch('/elsewhere')");
    await webkit.goto(`${site.url}/none?again`);
    expect(await webkit.ask(texts)).toEqual(['', '', '', '']);
    expect(site.requests.filter((line) => /4201|Sara|cc-/.test(line))).toEqual([]);

    let during = 0;
    const runs = 4;
    for (let run = 0; run < runs; run++) {
      // WebKit's driver waits for a page whole, so the script is asked for by the page itself, later.
      await webkit.goto(`${site.url}/none?run=${run}`);
      await webkit.ask(`void (window.first = ${root}.querySelector('input'))`);
      // Spread over most of the time that typing takes here, and by chance within.
      const delay = Math.round(((run + Math.random()) / runs) * typing * 0.7);
      await webkit.ask(
        `void document.body.append(Object.assign(document.createElement('script'), { src: '/pay-checkout.js?delay=${delay}' }))`,
      );
      await typeAndMeasure();
      during += Number(await webkit.ask(taken));
      await expect.poll(() => webkit.ask(taken)).toBe(true);
      await keyboard.press('Tab');
      expect(await webkit.ask(`window.first === ${root}.querySelector('input')`)).toBe(true);
      expect(await webkit.ask(texts), `after ${delay} ms`).toEqual(shownCard);
    }
    expect(during).toBeGreaterThan(runs / 2);
  } finally {
    await webkit.close();
    site.close();
  }
});
