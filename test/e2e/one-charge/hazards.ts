import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { Payer } from './payer.js';
import { refusal, type RequestOutcome } from './proxy.js';
import type { Order, SetUp } from './shop.js';
import { atOnce, challenged, type World } from './world.js';

/** The set-ups of the table. A secret that is made anew for each page is one with and one without the order's number. */
export const columns = {
  'checkout-url': '`checkout-url`',
  'server program': '`checkout-url` at the server program',
  'program page': 'page of the server program',
  'intent-url + status-url': '`intent-url + status-url`',
  'intent-url': '`intent-url`',
  'client-secret': '`client-secret`',
  'client-secret + reference': '`client-secret + reference`',
} as const satisfies Record<SetUp | 'program page' | 'client-secret + reference', string>;
export type Column = keyof typeof columns;

/** One run of a hazard: an order, the shop's page of it, and a browser that may lose its memory on the way. */
export class Run {
  readonly order: Order;
  readonly address: string;
  readonly #contexts: BrowserContext[] = [];

  constructor(
    readonly world: World,
    private readonly browser: Browser,
    column: Column,
    { requestOutcomes = [], lag = 0, copies = 1, timeout }: Hazard,
    /** Whether what the browser keeps is taken away after the first payment. */
    readonly forgets: boolean,
  ) {
    this.order = world.order(requestOutcomes, lag);
    if (column === 'program page') {
      this.address = world.shop.programPage(this.order);
      return;
    }
    const setUp: SetUp = column === 'client-secret + reference' ? 'client-secret' : column;
    const attributes = {
      ...(column === setUp ? {} : { reference: this.order.id }),
      ...(timeout && { timeout }),
    };
    this.address = world.shop.offer(this.order, { setUp, attributes, copies });
  }

  /** A device of the payer's, with a tab in which the checkout is open. */
  async device(prepare?: (context: BrowserContext) => Promise<void>): Promise<Payer> {
    const context = await this.browser.newContext();
    context.setDefaultTimeout(8_000);
    context.setDefaultNavigationTimeout(30_000);
    this.#contexts.push(context);
    await this.world.listen(context);
    await prepare?.(context);
    return this.tab(context);
  }

  async tab(context: BrowserContext): Promise<Payer> {
    const page = await context.newPage();
    await page.goto(this.address);
    const payer = new Payer(page);
    await payer.number.waitFor();
    return payer;
  }

  /** The first payment is on its way, and has been taken. */
  async lose(payer: Payer): Promise<void> {
    await payer.pay(atOnce);
    await this.taken(payer);
    await this.forget(payer.page);
  }

  /** The first payment is made, and its answer is still on its way. */
  async begin(payer: Payer): Promise<void> {
    await payer.pay(atOnce);
    const charges = async () => {
      const count = await this.world.charges(this.order);
      // Where another run restarts a server at this moment, the page could not connect, and asks for another press.
      if (count === 0 && (await payer.canPay())) await payer.pressAtOnce();
      return count;
    };
    // At short intervals: after 4 s the page asks what became of it, and may go on.
    await expect.poll(charges, { intervals: [100] }).toBe(1);
    await this.forget(payer.page);
  }

  /** The payment is made, and the element has learned whatever it could of that at first. */
  async taken(payer: Payer): Promise<void> {
    await expect.poll(() => this.world.charges(this.order)).toBe(1);
    await expect.poll(async () => payer.hasLeft || (await payer.stateNow()) !== 'paying').toBe(true);
  }

  async forget(page: Page): Promise<void> {
    if (!this.forgets || new URL(page.url()).origin !== new URL(this.address).origin) return;
    // The page may be leaving just now: then it is done in the next one.
    const forgotten = () =>
      page.evaluate(clearStores).then(
        () => true,
        () => false,
      );
    await expect.poll(forgotten).toBe(true);
  }

  /**
   * Goes to another document. A browser that forgets has nothing for it, not even what the one before writes in its last
   * moment.
   */
  async goOn(page: Page, move: () => Promise<unknown>): Promise<void> {
    const clearing = this.forgets ? await page.addInitScript(clearStores) : undefined;
    await move();
    await clearing?.dispose();
  }

  /** How often the payer's money was taken, also when the bank's pages that are still open are answered. */
  async end(): Promise<{ readonly charges: number; readonly untruths: readonly string[] }> {
    await this.world.approveOpen(this.order);
    const [charges, untruths] = [await this.world.charges(this.order), await this.world.untruths(this.order)];
    await Promise.all(this.#contexts.map((context) => context.close()));
    return { charges, untruths };
  }
}

export interface Hazard {
  readonly requestOutcomes?: readonly RequestOutcome[];
  readonly lag?: number;
  readonly copies?: number;
  /** How long the page waits for the answer, in milliseconds, where that is not the shop's own 4 s. */
  readonly timeout?: string;
  /** No memory of one browser has a part in it: a run in which it is taken away is the same run again. */
  readonly withoutMemory?: true;
  /** What happens, and what a payer does who wants it paid. */
  play(run: Run): Promise<void>;
}

/** Chromium itself sends again what it got no answer to. */
const lost: readonly RequestOutcome[] = ['drop-after', 'drop-after', 'drop-after'];
const refusedAgain: readonly RequestOutcome[] = ['drop-after', refusal(429, { type: 'rate_limit_error' })];
/** The payment is made at once, and the page waits for the answer. */
const slow: readonly RequestOutcome[] = [{ late: 20_000 }];
/** Longer than a page waits for the answer. */
const insistence = 7_000;

/** As far as the bank's page, which is then left. */
async function leaveForBank(run: Run): Promise<Payer> {
  const payer = await run.device();
  await payer.pay(challenged);
  await payer.page.waitForURL('**/acs_emulator');
  return payer;
}

export const hazards = {
  'the answer is lost': {
    requestOutcomes: lost,
    async play(run) {
      const payer = await run.device();
      await run.lose(payer);
      await payer.insist(insistence);
    },
  },
  'the browser sends again and is refused': {
    requestOutcomes: refusedAgain,
    async play(run) {
      const payer = await run.device();
      await run.lose(payer);
      await payer.insist(insistence);
    },
  },
  'two elements on a page': {
    requestOutcomes: slow,
    copies: 2,
    async play(run) {
      const first = await run.device();
      await run.begin(first);
      await new Payer(first.page, undefined, 1).insist(insistence);
    },
  },
  'two tabs': {
    requestOutcomes: slow,
    async play(run) {
      const first = await run.device();
      const second = await run.tab(first.page.context());
      await second.type();
      await run.begin(first);
      await second.insist(insistence);
    },
  },
  'two devices': {
    requestOutcomes: slow,
    withoutMemory: true,
    async play(run) {
      const [first, second] = [await run.device(), await run.device()];
      await second.type();
      await run.begin(first);
      await second.insist(insistence);
    },
  },
  'the page is loaded again': {
    requestOutcomes: slow,
    timeout: '60000',
    async play(run) {
      const payer = await run.device();
      await run.begin(payer);
      await run.goOn(payer.page, () => payer.page.reload());
      await payer.insist(insistence);
    },
  },
  'Back from the bank': {
    async play(run) {
      const payer = await leaveForBank(run);
      const { page } = payer;
      await run.goOn(page, async () => {
        await page.goBack({ waitUntil: 'commit' });
        if (!run.forgets) return;
        // Back may show an old copy of the page, so it is asked for anew, once it is there.
        await expect.poll(() => page.evaluate(() => location.href).catch(() => '')).toBe(run.address);
        await page.reload();
      });
      await payer.insist(insistence);
    },
  },
  'the bank’s page is abandoned': {
    async play(run) {
      const { page } = await leaveForBank(run);
      await page.goto(run.world.shop.url);
      await run.goOn(page, () => page.goto(run.address));
      await new Payer(page).insist(insistence);
    },
  },
  'storage is forbidden, and the page is loaded again': {
    requestOutcomes: slow,
    withoutMemory: true,
    timeout: '60000',
    async play(run) {
      const payer = await run.device(async (context) => void (await context.addInitScript(forbidStorage)));
      await run.begin(payer);
      await payer.page.reload();
      await payer.insist(insistence);
    },
  },
  'the status comes 2 s late': {
    requestOutcomes: refusedAgain,
    lag: 2_000,
    async play(run) {
      const payer = await run.device();
      await run.lose(payer);
      await payer.insist(insistence);
    },
  },
  'the merchant’s server restarts': {
    requestOutcomes: slow,
    timeout: '60000',
    async play(run) {
      const payer = await run.device();
      await run.begin(payer);
      await run.world.shop.restart();
      await run.goOn(payer.page, () => payer.page.reload());
      await payer.insist(insistence);
    },
  },
  'the element is put in again after it has paid': {
    async play(run) {
      const payer = await payInPlace(run);
      await payer.element.evaluate((element) => element.replaceWith(element.cloneNode()));
      await payer.insist(insistence);
    },
  },
  'a new visit after it was paid': {
    async play(run) {
      const { page } = await payInPlace(run);
      await run.goOn(page, () => page.goto(run.world.shop.url));
      await page.goto(run.address);
      await new Payer(page).insist(insistence);
    },
  },
} as const satisfies Record<string, Hazard>;

/** Pays in a shop that stays on its page. */
async function payInPlace(run: Run): Promise<Payer> {
  const stays = () => addEventListener('pay-outcome', (event) => event.preventDefault());
  const payer = await run.device(async (context) => void (await context.addInitScript(stays)));
  await payer.pay(atOnce);
  await payer.expectState('paid');
  await run.forget(payer.page);
  return payer;
}

/** Runs in the page. */
function clearStores(): void {
  try {
    localStorage.clear();
    sessionStorage.clear();
  } catch {
    // There are none.
  }
}

/** As browsers do for a page in which the payer allows none. */
export function forbidStorage(): void {
  const forbidden = () => {
    throw new DOMException('The document may not have storage.', 'SecurityError');
  };
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, { get: forbidden });
  Object.defineProperty(navigator, 'locks', { get: () => undefined });
}
