import axe from 'axe-core';
import { cardNumber, timeKeys } from '../keys.mjs';
import { watch } from './watch.mjs';

/** A phone of the cheaper kind on a slow mobile network. */
export const device = { slower: 4, latency: 150, down: 1.6, up: 0.75 };
const bytesPerSecond = (megabits) => (megabits * 1e6) / 8;

/** Makes a page as slow as the device, with nothing cached. */
export async function throttle(cdp) {
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
async function open(browser, { number }) {
  const context = await browser.newContext();
  const page = await context.newPage();
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
  await page.addInitScript(watch, number);
  return { context, page, cdp, evaluate };
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

/** One visit on the slow device: how long until the form is usable, at what cost, and how it follows the keys. */
export async function visit(browser, origin, name, page, { keys = true } = {}) {
  const { context, page: tab, cdp, evaluate } = await open(browser, page);
  try {
    // The connection is open and the process is there, as in a shop whose checkout is not its first page.
    await tab.goto(`${origin}/open/empty.html`);
    const requests = await follow(cdp);
    await throttle(cdp);
    await tab.goto(`${origin}/open/${name}.html`, { waitUntil: 'commit', timeout: deadline });
    const time = await evaluate(within(deadline, 'usable'));
    if (time === undefined) throw new Error(`${page.title} is not usable after ${deadline} ms.`);
    const blocked = await evaluate(
      `new Promise((resolve) => setTimeout(resolve, ${time} + 1100 - performance.now()))
        .then(() => blockedUntil(${time} + 1000))`,
    );

    const all = [...requests.values()];
    const usableAt = all[0].sent + time / 1000;
    const before = all.filter(({ finished }) => finished <= usableAt);
    await cdp.send('HeapProfiler.collectGarbage');
    const { usedSize } = await cdp.send('Runtime.getHeapUsage');

    if (keys) await tab.locator(page.number).first().click();
    return {
      time,
      blocked,
      bytes: before.reduce((sum, { bytes }) => sum + bytes, 0),
      scripts: all.filter(({ type, sent }) => type === 'Script' && sent <= usableAt).length,
      outside: all.filter(({ url }) => !url.startsWith(origin)).length,
      heap: usedSize,
      keys: keys ? await timeKeys(tab, cardNumber) : [],
    };
  } finally {
    await context.close();
  }
}

/** What axe finds in the form, at full speed: each element that a rule fails at. */
export async function findings(browser, origin, name, page) {
  const { context, page: tab, evaluate } = await open(browser, page);
  try {
    await tab.goto(`${origin}/open/${name}.html`);
    await evaluate(within(deadline, 'usable'));
    await tab.evaluate(axe.source);
    const { violations } = await tab.evaluate(() => window.axe.run());
    return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id} ${html.slice(0, 80)}`));
  } finally {
    await context.close();
  }
}

/** What a strict policy refuses, at full speed, and whether the form is there all the same. */
export async function refusals(browser, origin, name, page) {
  const { context, page: tab, evaluate } = await open(browser, page);
  try {
    await tab.goto(`${origin}/strict/${name}.html`);
    const shown = (await evaluate(within(3000, 'usable'))) !== undefined;
    await tab.waitForTimeout(500);
    return { shown, violations: await evaluate('violations') };
  } finally {
    await context.close();
  }
}
