import { setTimeout as sleep } from 'node:timers/promises';
import axe from 'axe-core';
import { cardNumber, timeKeys } from '../keys.mjs';
import { watch } from './watch.mjs';

/** A phone of the cheaper kind on a slow mobile network. */
export const device = { slower: 4, latency: 150, down: 1.6, up: 0.75 };
const bytesPerSecond = (megabits) => (megabits * 1e6) / 8;

/** Makes a page as slow as the device, with nothing cached. */
async function throttle(cdp) {
  await cdp.send('Network.enable');
  await cdp.send('Network.setCacheDisabled', { cacheDisabled: true });
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: device.latency,
    downloadThroughput: bytesPerSecond(device.down),
    uploadThroughput: bytesPerSecond(device.up),
  });
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: device.slower });
}

const deadline = 30_000;

/** A page in a context of its own, so that nothing of the visit before is in any cache. */
async function open(browser, { number, pay, frame }) {
  const context = await browser.newContext();
  const page = await context.newPage();
  /** The document that has the form: the page's own, or that of the frame once it is there. */
  const place = frame
    ? new Promise((resolve) => {
        page.on('framenavigated', (one) => new URL(one.url()).pathname === frame && resolve(one));
      })
    : page.mainFrame();
  const cdp = await context.newCDPSession(page);
  const evaluate = async (expression) => {
    const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  await page.addInitScript(watch, { number, pay });
  return { context, page, cdp, evaluate, place };
}

const within = (ms, expression) =>
  `Promise.race([${expression}, new Promise((resolve) => setTimeout(resolve, ${ms}))])`;

/** Follows what a page asks for. Times are the browser's own, in seconds. */
async function follow(cdp) {
  const requests = new Map();
  cdp.on('Network.requestWillBeSent', ({ requestId, request, type, timestamp }) => {
    if (/^https?:/.test(request.url)) requests.set(requestId, { url: request.url, type, sent: timestamp });
  });
  cdp.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const request = requests.get(requestId);
    if (request) Object.assign(request, { finished: timestamp, bytes: encodedDataLength });
  });
  await cdp.send('Network.enable');
  return requests;
}

/**
 * What a document that comes from now on says of itself, in milliseconds since 1970; undefined after the deadline. To ask it
 * instead would be work of its own for the page, while it is still parsed: some 60 ms of a slow processor.
 */
function awaitTimes(cdp) {
  const from = Date.now();
  const reported = new Promise((resolve) => {
    cdp.on('Runtime.bindingCalled', ({ payload }) => {
      const times = JSON.parse(payload);
      if (times.usable > from) resolve(times);
    });
  });
  return Promise.race([reported, sleep(deadline, undefined, { ref: false })]);
}

/** One visit on the slow device: how long until the form can be typed into and paid with, at what cost, and how it follows the keys. */
export async function visit(browser, { origin, brotli }, name, page, { keys = true } = {}) {
  const { context, page: tab, cdp, evaluate } = await open(browser, page);
  try {
    // The connection is open and the process is there, as in a shop whose checkout is not its first page.
    await tab.goto(`${origin}/open/empty.html`);
    const requests = await follow(cdp);
    await cdp.send('Runtime.enable');
    await cdp.send('Runtime.addBinding', { name: 'reportTimes' });
    const times = awaitTimes(cdp);
    await throttle(cdp);
    await tab.goto(`${origin}/open/${name}.html`, { waitUntil: 'commit', timeout: deadline });
    const reported = await times;
    if (!reported) throw new Error(`${page.title} cannot be paid with after ${deadline} ms.`);
    const began = await evaluate('performance.timeOrigin');
    const [usable, payable] = [reported.usable - began, reported.payable - began];
    const { blocked, longest } = await evaluate(
      `new Promise((resolve) => setTimeout(resolve, ${payable} + 1100 - performance.now()))
        .then(() => blockedUntil(${payable} + 1000))`,
    );

    const all = [...requests.values()];
    const payableAt = all[0].sent + payable / 1000;
    const before = all.filter(({ finished }) => finished <= payableAt);
    await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');

    const typed = keys && !page.frame;
    if (typed) await tab.locator(page.number).first().click();
    return {
      usable,
      payable,
      blocked,
      longest,
      brotli: before.reduce((sum, { url }) => sum + brotli(new URL(url).pathname), 0),
      bytes: before.reduce((sum, { bytes }) => sum + bytes, 0),
      scripts: all.filter(({ type, sent }) => type === 'Script' && sent <= payableAt).length,
      outside: all.filter(
        ({ url }) => !(url.startsWith(origin) || (page.frames && url.startsWith(page.frames))),
      ).length,
      heap: usedSize,
      keys: typed ? await timeKeys(tab, cardNumber) : [],
    };
  } finally {
    await context.close();
  }
}

/** What axe finds in the form, at full speed: each element that a rule fails at. */
export async function findings(browser, { origin }, name, page) {
  const { context, page: tab, place } = await open(browser, page);
  try {
    await tab.goto(`${origin}/open/${name}.html`);
    await (await place).evaluate(within(deadline, 'payable'));
    // Axe asks the frames of the page, whatever their origin.
    for (const frame of tab.frames())
      await frame.evaluate(`${axe.source};axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] })`);
    const { violations } = await tab.evaluate(() => window.axe.run());
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html.slice(0, 80)}`));
  } finally {
    await context.close();
  }
}

/** What a strict policy refuses, at full speed, and whether the form is there all the same. */
export async function refusals(browser, { origin }, name, page) {
  const { context, page: tab, evaluate, place } = await open(browser, page);
  try {
    await tab.goto(`${origin}/strict/${name}.html`);
    const shown = (await (await place).evaluate(within(3000, 'payable'))) !== undefined;
    await tab.waitForTimeout(500);
    return { shown, violations: await evaluate('violations') };
  } finally {
    await context.close();
  }
}
