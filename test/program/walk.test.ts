import assert from 'node:assert/strict';
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { freePort } from '../free-port.js';
import { secretKey } from '../../src/sandbox/index.js';
import { createPayClient } from '../../src/server/index.js';
import { approvedAtOnce, challenged } from '../server/payer.js';
import { findProgram } from '../server/stores/server-process.js';
import { databaseFile, openProgram, orderClaims, sign } from './program.js';

const folder = fileURLToPath(new URL('../../demo/recipes/languages/', import.meta.url));

interface Shop {
  readonly name: string;
  readonly program: string;
  command(port: number): readonly string[];
}

const shops: readonly Shop[] = [
  { name: 'PHP', program: 'php', command: (port) => ['-S', `127.0.0.1:${port}`, `${folder}php/shop.php`] },
  { name: 'Python', program: 'python3', command: () => [`${folder}python/shop.py`] },
];

/** Starts a shop, and resolves when it takes connections. */
async function startShop(t: TestContext, program: string, args: readonly string[], url: string, env: object) {
  const child = spawn(program, args, { env: { ...process.env, ...env }, stdio: 'ignore' });
  const exited = once(child, 'exit');
  t.after(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  for (;;) {
    if (child.exitCode !== null) throw new Error('The shop ended.');
    const answer = await fetch(`${url}/nothing`).catch(() => undefined);
    if (answer) return;
  }
}

/** The settings of the document, at addresses that a test has. */
async function openShop(t: TestContext, shop: (url: string) => Omit<Shop, 'name'>) {
  const settings = parseEnv(readFileSync(`${folder}program.env`, 'utf8')) as Record<string, string>;
  const [shopPort, programPort] = [await freePort(), await freePort()];
  const url = `http://127.0.0.1:${shopPort}`;
  const addresses = {
    PUBLIC_URL: `http://127.0.0.1:${programPort}`,
    SHOP_URL: url,
    WEBHOOK_URL: `${url}/webhook`,
  };
  const program = await openProgram(t, {
    env: { ...settings, ...addresses, PORT: String(programPort) },
  });
  const { program: interpreter, command } = shop(url);
  await startShop(t, interpreter, command(shopPort), url, { ...settings, ...addresses });
  return { program, url };
}

for (const shop of shops) {
  if (!findProgram(shop.program)) {
    console.log(`Not tried: the shop in ${shop.name}, because ${shop.program} is not installed.`);
    continue;
  }
  describe(`the shop in ${shop.name}`, () => {
    it('takes a payment with the documented steps and shows it when the payer returns', async (t) => {
      const { program, url } = await openShop(t, () => shop);
      const bought = await fetch(url, { redirect: 'manual' });
      assert.equal(bought.status, 302);
      const token = bought.headers.get('location')!.split('/').at(-1)!;
      assert.equal((await program.call('GET', `/checkout/${token}`)).status, 200);
      const { id, source } = await program.pay(token, challenged);
      const back = await program.service.answer(source.transaction_url, 'authenticated');
      assert.equal((await program.deliver(id)).status, 204);
      // The webhook is under way: the page says so until it is there.
      let shown = '';
      while (!shown.includes(': paid')) shown = await (await fetch(back.headers.get('location')!)).text();
      assert.match(shown, /^<h1>Order [0-9a-f]{16}: paid<\/h1>/);
    });

    it('offers a payer whom the bank has refused to pay again, and does not wait for a webhook', async (t) => {
      const { program, url } = await openShop(t, () => shop);
      const bought = await fetch(url, { redirect: 'manual' });
      const token = bought.headers.get('location')!.split('/').at(-1)!;
      const { source } = await program.pay(token, challenged);
      const back = await program.service.answer(source.transaction_url, 'cancelled');
      const shown = await (await fetch(back.headers.get('location')!)).text();
      const [, orderId, link] =
        /^<h1>Order ([0-9a-f]{16}): not paid\. <a href="([^"]+)">Pay again/.exec(shown) ?? [];
      // Of the same order, so that it is paid once whatever the address of this page said.
      const again = await fetch(new URL(link ?? '', url), { redirect: 'manual' });
      const [, claims = ''] = again.headers.get('location')!.split('/').at(-1)!.split('.');
      assert.equal((JSON.parse(Buffer.from(claims, 'base64url').toString()) as { sub: string }).sub, orderId);
    });

    it('takes no webhook that nobody has signed, and its page asks again until there is one', async (t) => {
      const { url } = await openShop(t, () => shop);
      const body = JSON.stringify({ type: 'order.paid', data: { order_id: 'forged', verdict: 'paid' } });
      assert.equal((await fetch(`${url}/webhook`, { method: 'POST', body })).status, 400);
      assert.equal(
        await (await fetch(`${url}/back?pay_order=forged`)).text(),
        '<meta http-equiv="refresh" content="2"><h1>Order forged: we are waiting for your bank</h1>',
      );
    });
  });
}

const skip = findProgram('php') ? false : 'PHP is not installed';
describe('the subscriptions in PHP', { skip }, () => {
  it('renew by the card of the first order once a month; a refused one is paid by the customer in the page', async (t) => {
    const file = databaseFile(t);
    const php = `${folder}php/renew.php`;
    const command = (port: number) => ['-S', `127.0.0.1:${port}`, php];
    process.env['SUBSCRIPTIONS'] = file;
    const { program, url } = await openShop(t, () => ({ program: 'php', command }));
    const settings = { ...process.env, ...program.settings };
    const subscription = { amount: 4500, day: 31, paid_until: '2026-01-31', tries: 0 };
    writeFileSync(
      file,
      JSON.stringify({
        good: { ...subscription, first_order: 'first' },
        old: { ...subscription, first_order: 'second' },
      }),
    );
    const secret = program.settings.ORDER_KEYS.split(':')[1]!;
    for (const sub of ['first', 'second'])
      await program.pay(sign(orderClaims({ sub }), { secret }), approvedAtOnce, {}, true);
    const client = createPayClient({ secretKey, baseUrl: program.service.baseUrl });
    const { payments } = await client.listPayments();
    const second = payments.find(({ callback_url }) => callback_url?.endsWith('=second'));
    await client.deleteToken(String(second?.source?.token));

    const renew = (today: string, env: object = {}) =>
      new Promise<{ out: string; problems: string }>((done, fail) =>
        execFile('php', [php, today], { env: { ...settings, ...env } }, (error, out, problems) =>
          error ? fail(error) : done({ out, problems }),
        ),
      );
    const nothing = { out: '', problems: '' };
    assert.deepEqual(await renew('2026-01-30'), nothing);
    const before = readFileSync(file, 'utf8');
    // A proxy that answers for the program is no refusal: each charge goes on by the same key.
    const { out, problems } = await renew('2026-01-31', { PUBLIC_URL: url });
    assert.equal(out, '');
    assert.match(problems, /^good The answer of \S+ is not JSON\.\nold The answer of \S+ is not JSON\.\n$/);
    assert.equal(readFileSync(file, 'utf8'), before);
    // The last day of a month stays the last.
    for (const [due, next] of [
      ['2026-01-31', '2026-02-28'],
      ['2026-02-28', '2026-03-31'],
    ] as const) {
      const asked = await renew(due);
      const [, token = ''] = /^old http\S+\/checkout\/(\S+)\n$/.exec(asked.out) ?? [];
      // A second run on one day tries nothing again.
      assert.deepEqual(await renew(due), nothing);
      await program.pay(token);
      while (readFileSync(file, 'utf8').split(`"${next}"`).length < 3)
        await program.operate('GET', `/orders/old-${due}`);
    }
    const paid = (await client.listPayments({ status: 'paid' })).payments;
    assert.equal(paid.filter(({ callback_url }) => /-\d\d$/.test(callback_url ?? '')).length, 4);
    writeFileSync(file, '{');
    await assert.rejects(renew('2026-06-01'));
    assert.equal(readFileSync(file, 'utf8'), '{');
  });
});

describe('the shop that only redirects', { skip }, () => {
  it('sends the payer to the page of the order', async (t) => {
    const { program, url } = await openShop(t, () => ({
      program: 'php',
      command: (port) => ['-S', `127.0.0.1:${port}`, '-t', `${folder}php`],
    }));
    const answer = await fetch(`${url}/redirect.php?order=1042`, { redirect: 'manual' });
    const page = await fetch(answer.headers.get('location')!);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /reference="1042"/);
    assert.equal((await program.call('GET', '/health')).status, 200);
  });
});

describe('the settings of the document', () => {
  it('are the same to a shell as to Node', () => {
    const read = `set -a; . '${folder}program.env'; set +a; exec '${process.execPath}' -p 'JSON.stringify(process.env)'`;
    const seen = JSON.parse(execFileSync('sh', ['-c', read], { encoding: 'utf8' })) as Record<string, string>;
    const settings = Object.entries(parseEnv(readFileSync(`${folder}program.env`, 'utf8')));
    assert.ok(settings.some(([, value]) => value?.includes(' ')));
    assert.deepEqual(
      settings.filter(([name, value]) => seen[name] !== value),
      [],
    );
  });
});
