import assert from 'node:assert/strict';
import { existsSync, writeFileSync } from 'node:fs';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { examine, type DoctorOptions } from '../../src/cli/doctor/doctor.js';
import { formatReport, mistakeNames, reportMistake, type Mistake } from '../../src/cli/doctor/report.js';
import { secretsIn } from '../../src/cli/doctor/settings.js';
import { createPayClient } from '../../src/server/index.js';
import { startSandbox, type TestSandbox } from '../../src/testing/index.js';
import { listen } from '../listen.js';
import { temporaryFolder } from '../temporary-folder.js';

type Settings = Readonly<Record<string, string | undefined>>;
interface Case {
  readonly env?: Settings;
  readonly options?: DoctorOptions;
}

let sandbox: TestSandbox;
const folder = temporaryFolder({ after });
let files = 0;

before(async () => {
  sandbox = await startSandbox();
});
after(() => sandbox.stop());

/** A server that answers everything in one way. */
const answering = (listener: RequestListener) => listen({ after }, listener);

const withStatus = (status: number, headers = {}) =>
  answering((_, response) => response.writeHead(status, headers).end());

const webhook = (status: number, headers?: object) => async (): Promise<Case> => ({
  options: { webhook: `${await withStatus(status, headers)}/checkout/webhook` },
});

function file(name: string, text: string): string {
  // A module is loaded once for each path.
  const path = join(folder, `${++files}-${name}`);
  writeFileSync(path, text);
  return path;
}

const store = (text: string) => (): Case => ({ options: { store: file('store.mjs', text) } });
const memory = pathToFileURL(join(import.meta.dirname, '../../src/server/stores/memory.ts')).href;

const report = (fields: object) => (): Case => {
  const all = {
    open: 0,
    due: 0,
    mismatched: 0,
    duplicates: 0,
    uncaptured: 0,
    unidentified: [],
    lastSweep: new Date(),
    ...fields,
  };
  const text = `export const checkout = { report: async () => (${JSON.stringify(all)}) };`;
  return { options: { checkout: file('checkout.mjs', text) } };
};

const tag = '<script src="/pay-checkout.js"></script><pay-checkout base-url="x" checkout-url="y">';
const goodPolicy = (service: string) =>
  `default-src 'none'; script-src 'self'; connect-src 'self' ${service}; require-trusted-types-for 'script'; trusted-types pay-checkout`;

type Policy = (service: string) => string;
type AppleFile = readonly [status: number, text: string, headers?: Record<string, string>];
const appleFile = '/.well-known/apple-developer-merchantid-domain-association';

/** A page, and the file by which Apple knows its domain. */
const page =
  (html: string, policy?: Policy, file: AppleFile = [200, '7B22']) =>
  async (): Promise<Case> => ({
    options: {
      page: await answering(({ url }, response) => {
        const [status, text, headers = {}] = file;
        if (url === appleFile) return void response.writeHead(status, headers).end(text);
        const header = policy?.(new URL(sandbox.baseUrl).origin);
        response
          .writeHead(200, {
            'content-type': 'text/html',
            ...(header && { 'content-security-policy': header }),
          })
          .end(html);
      }),
    },
  });

/** A page with a tag that has more attributes. */
const wallet = (attributes: string, policy: Policy = goodPolicy, file?: AppleFile) =>
  page(tag.replace('base-url', `${attributes} base-url`), policy, file);
const applePay = 'methods="applepay creditcard" merchant-name="Lamp Shop"';
const samsungPay = 'methods="samsungpay" merchant-name="Lamp Shop" wallet-scripts="samsung"';
const walletPolicy = (service: string) =>
  `${goodPolicy(service)} pay-checkout-wallets`.replace(
    "script-src 'self'",
    "script-src 'self' https://img.mpay.samsung.com https://applepay.cdn-apple.com",
  );

/** Settings with nothing wrong in them. */
const good = (): Settings => ({
  PAY_BASE_URL: sandbox.baseUrl,
  PAY_SECRET_KEY: sandbox.secretKey,
  PAY_PUBLISHABLE_KEY: sandbox.publishableKey,
  PAY_WEBHOOK_SECRET: 'a secret of 24 characters',
});

const env = (settings: Settings) => (): Case => ({ env: settings });

/** One mistake each, put into settings that are right. */
const seeds: Readonly<Record<Mistake, () => Case | Promise<Case>>> = {
  'no-settings-file': () => ({ options: { env: join(folder, 'nowhere.env') } }),
  'nothing-set': env({
    PAY_SECRET_KEY: undefined,
    PAY_PUBLISHABLE_KEY: undefined,
    PAY_BASE_URL: undefined,
    PAY_WEBHOOK_SECRET: undefined,
  }),
  'key-missing': env({ PAY_SECRET_KEY: undefined }),
  'keys-swapped': env({ PAY_SECRET_KEY: 'pk_test_sandbox', PAY_PUBLISHABLE_KEY: 'sk_test_sandbox' }),
  'wrong-kind-of-key': env({ PAY_PUBLISHABLE_KEY: 'sk_test_sandbox' }),
  'malformed-key': env({ PAY_SECRET_KEY: 'sk_test_… ' }),
  'keys-of-two-modes': env({ PAY_PUBLISHABLE_KEY: 'pk_live_abcdef' }),
  'live-key-on-loopback': env({ PAY_SECRET_KEY: 'sk_live_abcdef', PAY_PUBLISHABLE_KEY: 'pk_live_abcdef' }),
  'sandbox-key-elsewhere': env({ PAY_BASE_URL: 'https://api.example.com/v1' }),
  'base-url-missing': env({ PAY_BASE_URL: undefined }),
  'base-url-malformed': env({ PAY_BASE_URL: 'api.example.com' }),
  'base-url-not-https': env({ PAY_BASE_URL: 'http://api.example.com/v1' }),
  'base-url-with-credentials': env({ PAY_BASE_URL: 'https://sk@api.example.com/v1' }),
  'base-url-with-query': env({ PAY_BASE_URL: 'http://127.0.0.1/v1?' }),
  'base-url-without-version': env({ PAY_BASE_URL: 'http://127.0.0.1:4010' }),
  'webhook-secret-missing': env({ PAY_WEBHOOK_SECRET: ' ' }),
  'webhook-secret-short': env({ PAY_WEBHOOK_SECRET: 'short' }),
  'service-unreachable': env({ PAY_BASE_URL: 'http://127.0.0.1:9/v1' }),
  'key-refused': async () => ({ env: { PAY_BASE_URL: `${await withStatus(401)}/v1` } }),
  'service-failing': async () => ({ env: { PAY_BASE_URL: `${await withStatus(500)}/v1` } }),
  'webhook-not-https': () => ({ options: { webhook: 'http://shop.example/checkout/webhook' } }),
  'webhook-on-loopback': () => ({
    env: { PAY_BASE_URL: 'https://api.example.com/v1', PAY_SECRET_KEY: undefined },
    options: { webhook: 'http://127.0.0.1:3000/checkout/webhook' },
  }),
  'webhook-unreachable': () => ({ options: { webhook: 'http://127.0.0.1:9/checkout/webhook' } }),
  'webhook-not-there': webhook(404),
  'webhook-redirects': webhook(308, { location: '/login' }),
  'webhook-closed': webhook(401),
  'webhook-believes-anybody': webhook(204),
  'webhook-failing': webhook(500),
  'webhook-not-registered': webhook(400),
  'page-not-https': () => ({ options: { page: 'http://shop.example/checkout' } }),
  'page-unreachable': async () => ({ options: { page: await withStatus(404) } }),
  'page-with-secret-key': page(`${tag}<script>key = "sk_test_sandbox"</script>`, goodPolicy),
  'page-without-policy': page(tag),
  'policy-without-service': page(tag, () => "script-src 'self'; connect-src 'self'"),
  'policy-without-script': page(tag, (service) => `script-src https://cdn.example; connect-src ${service}`),
  'policy-without-types': page(tag, (service) =>
    goodPolicy(service).replace('trusted-types pay-checkout', 'trusted-types angular'),
  ),
  'policy-without-frame': page(
    tag.replace('base-url', 'frame-src="https://card.example/pay-frame.html" base-url'),
    () => "frame-src 'self'",
  ),
  'policy-without-wallet-script': wallet(samsungPay, (service) =>
    walletPolicy(service).replace('https://img.mpay.samsung.com', "'nonce-abc'"),
  ),
  'policy-without-wallet-types': wallet(samsungPay, (service) =>
    walletPolicy(service).replace('pay-checkout-wallets', ''),
  ),
  'policy-without-validation': wallet(
    `${applePay} frame-src="https://card.example/pay-frame.html"`,
    () => `${goodPolicy('')}; frame-src https://card.example`,
  ),
  'wallet-without-merchant': wallet('methods="applepay" merchant-name="متجر"'),
  'apple-domain-missing': wallet(applePay, goodPolicy, [404, '']),
  'apple-domain-redirects': wallet(applePay, goodPolicy, [302, '', { location: '/login' }]),
  'apple-domain-malformed': wallet(applePay, goodPolicy, [200, '<!doctype html><title>Shop</title>']),
  'store-broken': store(
    'export const makeStore = () => ({ migrate() {}, load: async () => undefined, save: async () => true, claimDue: async () => [] });',
  ),
  'module-without-store': store('export const store = {};'),
  'module-unreadable': () => ({ options: { checkout: join(folder, 'nowhere.mjs') } }),
  'module-without-checkout': () => ({ options: { checkout: file('empty.mjs', 'export {};') } }),
  'never-swept': report({ lastSweep: undefined }),
  'sweep-late': report({ lastSweep: new Date(Date.now() - 3_600_000) }),
  overdue: report({ due: 3 }),
  mismatched: report({ mismatched: 1 }),
  unidentified: report({ unidentified: [{ orderId: '7', candidates: [] }] }),
  duplicates: report({ duplicates: 2 }),
  'report-failing': () => ({
    options: {
      checkout: file(
        'failing.mjs',
        'export const checkout = { report: () => Promise.reject(new Error("no")) };',
      ),
    },
  }),
};

async function look({ env: changed = {}, options = {} }: Case) {
  const settings = { ...good(), ...changed };
  // The folder of this project has no settings of its own.
  const lines = await examine(settings, { env: file('empty.env', ''), ...options });
  return { lines, text: formatReport(lines, secretsIn(settings)), settings };
}

const mistakesIn = (lines: Awaited<ReturnType<typeof look>>['lines']) =>
  lines.flatMap((line) => (line.kind === 'wrong' ? [line.mistake] : []));

/** What a seeded mistake brings along. */
const companions: Readonly<Partial<Record<Mistake, readonly Mistake[]>>> = {
  'webhook-on-loopback': ['key-missing'],
};
/** A webhook of a test is registered by nobody. */
const unregistered: readonly Mistake[] = ['webhook-not-registered'];

describe('pay-checkout doctor', () => {
  /** The address of a webhook that is registered, and what registers others. */
  async function register() {
    const client = createPayClient({ secretKey: sandbox.secretKey, baseUrl: sandbox.baseUrl });
    const add = (url: string) => client.registerWebhook({ url, shared_secret: 'a secret' });
    const address = `${await withStatus(400)}/checkout/webhook`;
    await add(address);
    return { address, add };
  }

  it('finds nothing in settings that are right', async () => {
    const { address } = await register();
    const { options: ofPage } = await page(tag, goodPolicy)();
    const { options: ofReport } = report({ open: 1 })();
    const { options: ofStore } = store(`export { memoryStore as makeStore } from '${memory}';`)();
    const { lines, text } = await look({ options: { webhook: address, ...ofPage, ...ofReport, ...ofStore } });
    assert.deepEqual(
      lines.map(({ kind }) => kind),
      Array(10).fill('ok'),
      text,
    );
  });

  it('finds nothing in a page that offers both wallets as they need it', async () => {
    const both = `methods="applepay samsungpay creditcard" merchant-name="Lamp Shop" wallet-scripts="apple samsung"`;
    for (const page of [wallet(both, walletPolicy), wallet(applePay)])
      assert.deepEqual(mistakesIn((await look(await page())).lines), []);
  });

  it('asks for no domain file of a page without Apple Pay', async () => {
    const { lines } = await look(await wallet(samsungPay, walletPolicy, [404, ''])());
    assert.deepEqual(mistakesIn(lines), []);
  });

  it('finds a registration that the service lists behind a page of others', async () => {
    const { address, add } = await register();
    for (let n = 0; n < 45; n++) await add(`http://127.0.0.1:9/${n}`);
    const { lines, text } = await look({ options: { webhook: address } });
    assert.deepEqual(mistakesIn(lines), [], text);
  });

  it('finds a registration whose address is spelled otherwise', async () => {
    const { address } = await register();
    const { lines, text } = await look({ options: { webhook: address.replace('127.0.0.1', '127.1') } });
    assert.deepEqual(mistakesIn(lines), [], text);
  });

  it('does not call a key refused that a firewall has kept away', async () => {
    const baseUrl = await answering((_, response) => response.writeHead(403).end('<!doctype html>'));
    const { lines, text } = await look({ env: { PAY_BASE_URL: `${baseUrl}/v1` } });
    assert.deepEqual(mistakesIn(lines), ['service-failing'], text);
  });

  it('goes on with its report if the service does not list the webhooks', async () => {
    const baseUrl = await answering(({ url }, response) =>
      url?.startsWith('/v1/payment_intents')
        ? response.writeHead(404).end('{"type":"record_not_found"}')
        : response.writeHead(500).end(),
    );
    const webhook = `${await withStatus(400)}/checkout/webhook`;
    const { lines, text } = await look({ env: { PAY_BASE_URL: `${baseUrl}/v1` }, options: { webhook } });
    assert.deepEqual(mistakesIn(lines), ['service-failing'], text);
    assert.match(text, /^ok     The webhook refuses a message with a wrong secret/m);
  });

  for (const [second, found] of [
    ["frame-ancestors 'none'", []],
    ['script-src https://cdn.example', ['policy-without-script']],
  ] as const)
    it(`holds the page against each policy of two headers: ${second}`, async () => {
      const both = page(tag, (service) => `${goodPolicy(service)}, ${second}`);
      const { lines, text } = await look(await both());
      assert.deepEqual(mistakesIn(lines), found, text);
    });

  for (const mistake of mistakeNames)
    it(`finds it, names the remedy and shows no secret: ${mistake}`, async () => {
      const seed = await seeds[mistake]();
      const { lines, text, settings } = await look(seed);
      const expected = [mistake, ...(companions[mistake] ?? [])];
      const found = mistakesIn(lines).filter(
        (it) => expected.includes(it) || !(seed.options?.webhook && unregistered.includes(it)),
      );
      assert.deepEqual([...found].sort(), [...expected].sort(), text);
      for (const secret of secretsIn(settings)) assert.ok(!text.includes(secret), text);
    });

  it('says when the last sweep was, beside what waits for somebody, and where the orders are named', async () => {
    const { text } = await look(report({ mismatched: 1 })());
    assert.match(text, /^ok     The last sweep ended less than a minute ago\.$/m);
    assert.match(text, /^WRONG  Orders with a payment that is not what they asked for: 1\.\n.*`onEvent`/m);
  });

  it('sends readers only to documents that the package has, by their paths', () => {
    const remedies = mistakeNames.map((name) => (reportMistake(name) as { remedy: string }).remedy);
    const named = remedies.flatMap((remedy) => remedy.match(/\b[\w/.-]+\.md\b|\bREADME\b/g) ?? []);
    assert.ok(named.length > 0);
    assert.deepEqual(
      named.filter((path) => !path.startsWith('demo/docs/') || !existsSync(path)),
      [],
    );
  });

  it('does not ask the service before the settings are right', async () => {
    const { text } = await look({ env: { PAY_SECRET_KEY: undefined } });
    assert.match(text, /The service is not asked/);
  });

  it('says what it has not looked at, and how to have it looked at', async () => {
    const { text } = await look({});
    for (const option of ['--webhook', '--page', '--store', '--checkout'])
      assert.match(text, new RegExp(`^–      .*${option}`, 'm'));
  });

  it('reads a file of settings, and lets the environment count more', async () => {
    const path = file('shop.env', 'PAY_SECRET_KEY=sk_live_abcdef\nPAY_WEBHOOK_SECRET=\n');
    const { lines } = await look({ env: { PAY_WEBHOOK_SECRET: undefined }, options: { env: path } });
    assert.deepEqual(mistakesIn(lines), ['webhook-secret-missing']);
  });
});
