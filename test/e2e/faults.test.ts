import { expect, test } from '@playwright/test';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Form } from './form.js';
import { merchant, serveSite, startSandbox, type Merchant, type Running, type Site } from './servers.js';

/**
 * Every fault that the sandbox plays, with and without a status source, paid with one click and with two. The README
 * shows what came of each: `UPDATE_README=1 npm run test:e2e -- faults` writes the table anew.
 */
const readme = fileURLToPath(new URL('../../README.md', import.meta.url));
const [number, code] = ['4111114005765430', '987'];

/** What the payer is left with, by fault: without a status source, and with one. */
const expected = {
  'drop-before': ['unknown', 'unknown, then the same payment may be sent again'],
  'drop-after': ['unknown', 'unknown, then paid'],
  delay: ['unknown', 'unknown, then paid'],
  'html-403': ['refused, the form stays', 'refused, the form stays'],
  '401': ['refused, the form stays', 'refused, the form stays'],
  '405': ['refused, the form stays', 'refused, the form stays'],
  '429': ['refused, the form stays', 'refused, the form stays'],
  '500': ['unknown', 'unknown, then the same payment may be sent again'],
  '503': ['unknown', 'unknown, then the same payment may be sent again'],
  truncated: ['unknown', 'unknown, then paid'],
  'unknown-status': ['unknown', 'unknown, then paid'],
  'no-transaction-url': ['unknown', 'unknown, then paid'],
  'bad-transaction-url': ['unknown', 'unknown, then paid'],
} as const;
type Fault = keyof typeof expected;

let sandbox: Running;
let shop: Merchant;
let site: Site;
let secret = '';
const tally = { tried: 0, secondCharges: 0, falseDeclines: 0, leaks: 0 };

const page = (
  attributes: string,
) => `<!doctype html><title>Shop</title><script src="/pay-checkout.js"></script>
  <pay-checkout base-url="${sandbox.url}" publishable-key="pk_test_sandbox" client-secret="${secret}"
    amount="10000" currency="SAR" timeout="1500" ${attributes}></pay-checkout>`;

test.beforeAll(async () => {
  sandbox = await startSandbox();
  shop = merchant(sandbox.url);
  site = await serveSite((url) => {
    if (url.pathname === '/without') return page('');
    if (url.pathname === '/with') return page('status-url="/status"');
    if (url.pathname !== '/status') return undefined;
    return shop.readPayment(url.searchParams.get('id') ?? '').then(
      (json) => ({ status: 200, json }),
      () => ({ status: 404, json: {} }),
    );
  });
});
test.afterAll(async () => {
  site.close();
  await sandbox.kill();
});

for (const fault of Object.keys(expected) as Fault[]) {
  for (const [index, source] of (['without', 'with'] as const).entries()) {
    for (const clicks of [1, 2]) {
      test(`${fault}, ${source} a status source, ${clicks === 1 ? 'one click' : 'two clicks'}`, async ({
        page,
      }) => {
        await shop.control('reset');
        secret = (await shop.createIntent({ callback_url: `${site.url}/back` })).client_secret;
        const sinks: string[] = [];
        page.on('console', (message) => sinks.push(message.text()));
        page.on('request', (request) => sinks.push(request.url()));
        await page.addInitScript(() => {
          const told: string[] = [];
          const details: unknown[] = [];
          Object.assign(window, { told, details });
          for (const type of ['attempt', 'change', 'redirect', 'outcome', 'error']) {
            addEventListener(`pay-${type}`, (event) => {
              const { detail } = event as CustomEvent;
              if (type === 'outcome') told.push(detail.outcome.status);
              if (type === 'error') told.push(detail.error.code);
              details.push(
                detail,
                detail?.error && [detail.error.message, detail.error.stack, detail.error.cause],
              );
              if (type === 'outcome') event.preventDefault();
            });
          }
        });
        await page.goto(`${site.url}/${source}`);
        const form = new Form(page);
        await form.fill(number);
        await form.code.fill(code);
        // Chromium itself repeats a request whose connection dies, so a dropped one is dropped again.
        await shop.control('faults', { route: 'fulfil', fault, times: fault.startsWith('drop') ? 3 : 1 });
        await (clicks === 1 ? form.button.click() : form.button.dblclick());

        const wanted = expected[fault][index] as string;
        const state = wanted.includes('then paid')
          ? 'paid'
          : wanted.startsWith('unknown') && !wanted.includes('again')
            ? 'unknown'
            : 'ready';
        const first = wanted.startsWith('refused') ? 'api' : 'unknown';
        await page.waitForFunction(
          ([state, first]) =>
            document.querySelector('pay-checkout')?.matches(`:state(${state})`) &&
            (window as unknown as { told: string[] }).told.includes(first as string),
          [state, first] as const,
          { timeout: 30_000 },
        );
        const { told, everything } = await page.evaluate(() => {
          const { told, details } = window as unknown as { told: string[]; details: unknown[] };
          const element = document.querySelector('pay-checkout');
          const kept = [
            details,
            { ...sessionStorage },
            { ...localStorage },
            document.cookie,
            history.state,
            location.href,
          ];
          return {
            told,
            everything:
              JSON.stringify(kept) +
              (element?.outerHTML.replace(/client-secret="[^"]*"/, '') ?? '') +
              (element?.shadowRoot?.innerHTML ?? ''),
          };
        });

        tally.tried++;
        tally.secondCharges += Math.max(0, (await shop.payments()) - 1);
        tally.falseDeclines += told.filter((status) => status === 'failed').length;
        const leaked = [number, '4111 1140 0576 5430', `"${code}"`, secret].filter((hidden) =>
          (everything + sinks.join('\n')).includes(hidden),
        );
        tally.leaks += leaked.length;
        expect(leaked).toEqual([]);
        expect(told).toEqual(state === 'paid' ? ['unknown', 'paid'] : [first]);
        expect(await shop.payments()).toBeLessThanOrEqual(1);
      });
    }
  }
}

test('a payment that never arrived is sent again as the same payment on the same intent, and is paid once', async ({
  page,
}) => {
  await shop.control('reset');
  secret = (await shop.createIntent({ callback_url: `${site.url}/back` })).client_secret;
  await page.goto(`${site.url}/with`);
  const form = new Form(page);
  const ids: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST')
      ids.push((JSON.parse(request.postData() ?? '{}') as { given_id: string }).given_id);
  });
  await form.fill(number);
  await shop.control('faults', { route: 'fulfil', fault: '500', times: 1 });
  await form.button.click();
  await expect(form.notice).toContainText('did not arrive', { timeout: 30_000 });
  await form.button.click();
  await page.waitForURL('**/back?*');
  expect(ids).toHaveLength(2);
  expect(ids[0]).toBe(ids[1]);
  expect(await shop.payments()).toBe(1);
});

test('the README shows what came of it', () => {
  const rows = Object.entries(expected).map(
    ([fault, [without, withStatus]]) => `| \`${fault}\` | ${without} | ${withStatus} |`,
  );
  const table = [
    '| fault | without a status source | with one |',
    '|---|---|---|',
    ...rows,
    '',
    `Runs: ${tally.tried}. Second charges: ${tally.secondCharges}. False declines: ${tally.falseDeclines}. Leaks: ${tally.leaks}.`,
  ].join('\n');
  const text = readFileSync(readme, 'utf8');
  const marked = /(<!-- faults -->\n)[^]*?(\n<!-- \/faults -->)/;
  const generated = text.replace(marked, (_all, open: string, close: string) => open + table + close);
  if (process.env['UPDATE_README']) writeFileSync(readme, generated);
  expect(readFileSync(readme, 'utf8')).toBe(generated);
});
