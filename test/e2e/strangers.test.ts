import { chromium, expect, type Browser, type Page } from '@playwright/test';
import { findShell, flags } from '../browser.js';
import { merchant, serveSite, type Merchant, type Running, type Site } from './servers.js';
import { test } from './worker.js';

/**
 * Web pages against a sandbox that runs on the developer's machine, in a real browser. Every name that ends in `.example`
 * leads to this machine, because a stranger's own name can. A page of this machine shows that each try works unless the
 * sandbox refuses it.
 */
let browser: Browser;
let sandbox: Running;
let shop: Merchant;
let site: Site;
/** The address of the site under another name. */
const named = (host: string) => site.url.replace('127.0.0.1', host);

test.beforeAll(async () => {
  browser = await chromium.launch({
    executablePath: await findShell(),
    args: [...flags, '--host-resolver-rules=MAP *.example 127.0.0.1, MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
  });
  site = await serveSite(() => '<!doctype html><title>Site</title>');
});
test.beforeEach(async ({ sandbox: shared }) => {
  sandbox = shared;
  shop = merchant(sandbox.url);
  await shop.control('reset');
});
test.afterAll(async () => {
  site.close();
  await browser.close();
});

const origin = () => new URL(sandbox.url).origin;

async function visit(address: string): Promise<Page> {
  const page = await browser.newPage();
  await page.goto(address);
  return page;
}

/** Tries everything by which a page can ask another origin, and answers what it got to see. */
const reach = (page: Page, target: string) =>
  page.evaluate(async (target) => {
    const secret = { authorization: `Basic ${btoa('sk_test_sandbox:')}`, 'content-type': 'application/json' };
    const seen: Record<string, unknown> = {};
    const read = (name: string, path: string, init?: RequestInit) =>
      fetch(target + path, init).then(
        async (response) => void (seen[name] = (await response.text()) || response.status),
        () => void (seen[name] = 'nothing'),
      );
    const load = (tag: 'img' | 'script' | 'link', path: string) =>
      new Promise<string>((resolve) => {
        const element = document.createElement(tag);
        element.onload = () => resolve('loaded');
        element.onerror = () => resolve('nothing');
        if (element instanceof HTMLLinkElement)
          Object.assign(element, { rel: 'stylesheet', href: target + path });
        else element.src = target + path;
        document.head.append(element);
      });

    await read('read with the key', '/v1/payments', { headers: secret });
    await read('read of the log', '/sandbox/log');
    await read('read of the description', '/openapi.json');
    await read('intent', '/v1/payment_intents', { method: 'POST', headers: secret, body: '{"amount":100}' });
    await read('reset', '/sandbox/reset', { method: 'POST', body: '{}' });
    seen['image'] = await load('img', '/logo.svg');
    seen['script'] = await load('script', '/dashboard/script.js');
    return seen;
  }, target);

/** What needs no leave of a browser: requests whose answers the page can't read, but which could do something. */
const strike = (page: Page, target: string) =>
  page.evaluate(async (target) => {
    const body = JSON.stringify({ advance: 3600 });
    const payment = JSON.stringify({
      publishable_api_key: 'pk_test_sandbox',
      amount: 100,
      callback_url: 'https://evil.example/',
      source: {
        type: 'creditcard',
        name: 'A B',
        number: '4111114005765430',
        month: 1,
        year: 2039,
        cvc: '123',
      },
    });
    const opaque: RequestInit = { method: 'POST', mode: 'no-cors', credentials: 'include' };
    await fetch(`${target}/sandbox/clock`, { ...opaque, body }).catch(() => undefined);
    await fetch(`${target}/v1/payments`, { ...opaque, body: payment }).catch(() => undefined);
    await fetch(`${target}/sandbox/reset`, { ...opaque, body: '{}' }).catch(() => undefined);
    navigator.sendBeacon(`${target}/sandbox/reset`, '{}');
    const fails = (asking: EventTarget) =>
      new Promise((resolve) => asking.addEventListener('error', resolve, { once: true }));
    await fails(new WebSocket(`${target.replace('http', 'ws')}/sandbox/log`));
    await fails(new EventSource(`${target}/sandbox/log`));

    // Forms and frames. A frame of another origin fires `load` whatever came.
    for (const [path, enctype] of [
      ['/sandbox/reset', 'text/plain'],
      ['/sandbox/clock', 'application/x-www-form-urlencoded'],
      ['/dashboard/reset', 'application/x-www-form-urlencoded'],
      ['/v1/payments', 'multipart/form-data'],
    ] as const)
      await new Promise<void>((resolve) => {
        const frame = Object.assign(document.createElement('iframe'), { name: `frame ${path}` });
        const form = Object.assign(document.createElement('form'), {
          method: 'post',
          action: target + path,
          enctype,
          target: frame.name,
        });
        form.append(Object.assign(document.createElement('input'), { name: 'advance', value: '3600' }));
        document.body.append(frame, form);
        frame.onload = () => resolve();
        form.submit();
      });
    await new Promise<void>((resolve) => {
      const frame = document.createElement('iframe');
      frame.onload = () => resolve();
      frame.src = target;
      document.body.append(frame);
    });
  }, target);

/** Everything that a stranger could have changed: requests, things and faults as the dashboard tells them, and the clock. */
async function everything() {
  const log = (await shop.log()).map(({ method, path }) => `${method} ${path}`);
  const answer = await fetch(`${origin()}/dashboard/timeline`);
  const { now, faults, entries } = (await answer.json()) as {
    now: string;
    faults: unknown[];
    entries: { kind: string; raw: string }[];
  };
  const things = entries.filter(({ kind }) => kind !== 'request').map(({ raw }) => raw);
  const isOnTime = Math.abs(Date.parse(`${now}Z`) - Date.now()) < 60_000;
  return { log, faults, things, isOnTime };
}

test('a page of this machine at another port can use the sandbox', async () => {
  const page = await visit(site.url);
  const seen = await reach(page, origin());
  expect(seen).toMatchObject({ image: 'loaded', script: 'loaded' });
  expect(String(seen['read with the key'])).toContain('"payments"');
  expect(String(seen['intent'])).toContain('pi_secret');
  expect(seen['reset']).not.toBe('nothing');
});

for (const [title, host] of [
  ['another site', 'evil.example'],
  ['a site whose name begins like a loopback one', 'localhost.evil.example'],
] as const)
  test(`a page of ${title} gets nothing and changes nothing`, async () => {
    const { id } = await shop.createIntent({ callback_url: 'https://shop.example/' });
    const before = await everything();
    const page = await visit(named(host));
    const seen = await reach(page, origin());
    expect(new Set(Object.values(seen))).toEqual(new Set(['nothing']));
    await strike(page, origin());
    for (const frame of page.frames().slice(1)) {
      const text = await frame.evaluate(() => document.documentElement.textContent);
      expect(text, frame.url()).toBe('');
    }
    expect(await everything()).toEqual(before);
    expect(before).toMatchObject({ log: ['POST /v1/payment_intents'], faults: [], isOnTime: true });
    expect(before.things).toEqual([expect.stringContaining(id)]);
    await page.close();
  });

test('a name that its owner points at this machine is no way in', async () => {
  const before = await everything();
  const rebound = `http://rebound.example:${new URL(sandbox.url).port}`;
  const page = await browser.newPage();
  const answer = await page.goto(rebound);
  expect(answer?.status()).toBe(403);
  expect(await answer?.text()).toBe('');
  // The page is empty, but it is of the same origin as what it asks for now.
  const seen = await reach(page, rebound);
  expect(seen).toEqual({
    'read with the key': 403,
    'read of the log': 403,
    'read of the description': 403,
    intent: 403,
    reset: 403,
    image: 'nothing',
    script: 'nothing',
  });
  expect(await everything()).toEqual(before);
  await page.close();
});
