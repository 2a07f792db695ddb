import type { Browser, BrowserContext, Page } from '@playwright/test';
import { testCodes, testMobiles } from '../../../src/sandbox/bank/test-values.js';
import { pairwise } from '../../pairs.js';
import { report } from '../../readme/documents.mjs';
import { table } from '../../readme/table.js';
import { keptIn, recordFrameMessages, type FrameMessage } from '../faults/leaks.js';
import { inFrame, inPage, type Mode } from '../modes.js';
import { fakeWallets } from '../wallet-scripts.js';
import { expect, test, world } from './fixtures.js';
import { MethodPayer, type Method } from './method-payer.js';
import { refusal, type RequestOutcome } from './proxy.js';
import type { Order, SetUp } from './shop.js';
import { hurry } from './time.js';

/**
 * What pages, payers and networks do to STC Pay and to a wallet's sheet: with the form in the page and in a frame, with the
 * merchant's half of the package and without it. After each hazard the payer insists, by the same way to pay or by a card.
 * Every move in every set-up is gone through in `test/element/checkout/exhaustive.test.ts`, without a browser.
 */
test.describe.configure({ mode: 'default', timeout: 180_000 });

let fakes: string;
test.beforeAll(async () => void (fakes = await fakeWallets()));

const setUps = ['checkout-url', 'intent-url + status-url'] as const satisfies readonly SetUp[];

/** How many times as fast as the test's a page's time goes, where a payer waits for another way. */
const pace = 3;

interface Way {
  readonly method: Method;
  readonly mode: Mode;
  readonly setUp: SetUp;
  /** What the payer pays by after the hazard. */
  readonly then: 'the same' | 'a card';
}

/** One run of a hazard. */
class Run {
  readonly order: Order;
  readonly payers: MethodPayer[] = [];
  /** Where something was found that must be nowhere. */
  readonly kept: string[] = [];
  readonly #context: BrowserContext;

  private constructor(
    context: BrowserContext,
    readonly way: Way,
    requestOutcomes: readonly RequestOutcome[],
  ) {
    this.#context = context;
    this.order = world.order(requestOutcomes, 0, 20_000);
  }

  static async open(
    browser: Browser,
    way: Way,
    { requestOutcomes = [], takesAnotherWay }: Hazard,
  ): Promise<Run> {
    const context = await browser.newContext();
    context.setDefaultTimeout(20_000);
    await world.listen(context);
    await context.addInitScript(fakes);
    // Another way is offered after two answers about the payment, some seconds apart.
    if (takesAnotherWay) await hurry(context, pace);
    // The payer stays where all that is left behind can be read.
    await context.addInitScript(() => addEventListener('pay-outcome', (event) => event.preventDefault()));
    return new Run(context, way, requestOutcomes);
  }

  /** What the payer pays by after the hazard. */
  get by(): Method | 'card' {
    return this.way.then === 'the same' ? this.way.method : 'card';
  }

  async visit(copies = 1): Promise<MethodPayer> {
    const { mode, setUp, method } = this.way;
    const page = await this.#context.newPage();
    const keep = (text: string) => void this.kept.push(text);
    page.on('console', (message) => keep(message.text()));
    page.on('request', (request) => {
      const isCode = request.method() === 'POST' && request.url().includes('/proceed?');
      keep(isCode ? '' : request.url());
    });
    const messages = await recordFrameMessages(page);
    this.#messages.push(messages);
    const attributes = {
      methods: 'applepay samsungpay stcpay creditcard',
      // Names the order for what becomes of a session of Apple's.
      'merchant-name': this.order.id,
      'samsung-service-id': 'service-1',
      'wallet-scripts': 'samsung',
      reference: this.order.id,
      timeout: String(4_000 * pace),
    };
    await page.goto(world.shop.offer(this.order, { setUp, mode, attributes, copies }));
    const payer = new MethodPayer(page, mode, method);
    await payer.expectState('ready', 'unknown', 'paid');
    this.payers.push(payer);
    return payer;
  }

  readonly #messages: (readonly FrameMessage[])[] = [];

  /** Looks for what must not be there any more once the page is left, or at the end. */
  async look(page: Page): Promise<void> {
    const frames = page.frames().filter((frame) => /checkout\?|pay-frame/.test(frame.url()));
    this.kept.push(...(await Promise.all(frames.map(keptIn))));
  }

  /** The credentials of the order: the number, the code and each token that the browser has sent. */
  get #credentials(): readonly string[] {
    const tokens = world
      .sentSources(this.order)
      // A part of it, since quotes in it are written otherwise elsewhere.
      .flatMap(({ token }) => (token ? [/[\w+/=]{24,}/.exec(token)?.[0] ?? token] : []));
    return [testMobiles.accepted.slice(1), `"${testCodes.paid}"`, 'otp_token', ...tokens];
  }

  async end() {
    for (const { page } of this.payers) if (!page.isClosed()) await this.look(page);
    await world.approveOpen(this.order);
    const payments = await world.payments(this.order);
    const charged = payments.filter(({ status }) => /^(paid|captured|authorized)$/.test(status));
    const isGuarded = this.way.setUp === 'checkout-url';
    for (const { id } of isGuarded ? payments : []) await world.shop.settle(id);
    const told = world.shop.told.filter(({ orderId }) => orderId === this.order.id);
    const isMerchantUninformed =
      isGuarded && charged.some(({ id }) => !told.some((it) => it.paymentId === id && it.verdict === 'paid'));
    const details = world.details.filter(({ order }) => order === this.order.id).map(({ detail }) => detail);
    // Only the page sends a token: to the form in the frame, which pays by it.
    const messages = this.#messages
      .flat()
      .map(({ from, message }) =>
        from === 'page' ? message.replace(/"source":.*"token":"(\\.|[^"\\])*"/, '') : message,
      );
    const places = [
      ...this.kept,
      ...details,
      ...messages,
      ...world.shownTextsOf(this.order).map(({ text }) => text),
    ];
    // The merchant's name is shown: what is looked through holds what is to be seen.
    expect(places.join()).toContain(this.order.id);
    const leaks = this.#credentials.flatMap((secret) => places.filter((place) => place.includes(secret)));
    const falseSheets =
      this.payers.flatMap(({ sheets }) => sheets).filter((end) => end === 'success').length > charged.length;
    await this.#context.close();
    return {
      charges: charged.length,
      untruths: [
        ...(await world.untruths(this.order)),
        ...(isMerchantUninformed ? ['The merchant was not told of a paid payment.'] : []),
        ...(falseSheets ? ['A sheet says that a payment succeeded, and it did not.'] : []),
      ],
      leaks,
    };
  }
}

interface Hazard {
  readonly methods: readonly Method[];
  readonly requestOutcomes?: readonly RequestOutcome[];
  /** The form offers another way while the payment is open, since nobody can confirm it any more. */
  readonly takesAnotherWay?: true;
  /** What the form becomes, one after the other. */
  readonly leadsTo: readonly string[];
  play(run: Run): Promise<MethodPayer>;
}

const stc = ['stcpay'] as const;
const sheets = ['applepay', 'samsungpay'] as const;
/** Chromium itself sends again what it got no answer to. */
const lost: readonly RequestOutcome[] = ['drop-after', 'drop-after', 'drop-after'];
const never: readonly RequestOutcome[] = ['drop-before', 'drop-before', 'drop-before'];

const begun = async (run: Run): Promise<MethodPayer> => {
  const payer = await run.visit();
  await payer.begin();
  return payer;
};

const hazards: Readonly<Record<string, Hazard>> = {
  'a wrong code': {
    methods: stc,
    leadsTo: ['failed'],
    async play(run) {
      const payer = await begun(run);
      await payer.confirm(testCodes.wrong);
      return payer;
    },
  },
  'the answer to the code is lost': {
    methods: stc,
    leadsTo: ['unknown', 'paid'],
    requestOutcomes: ['pass', ...lost],
    async play(run) {
      const payer = await begun(run);
      await payer.confirm();
      return payer;
    },
  },
  'the code never arrives': {
    methods: stc,
    leadsTo: ['unknown', 'confirming'],
    requestOutcomes: ['pass', ...never],
    async play(run) {
      const payer = await begun(run);
      await payer.confirm();
      return payer;
    },
  },
  'a double press on Pay, and the field for the code comes in between': {
    methods: stc,
    leadsTo: ['confirming'],
    async play(run) {
      const payer = await begun(run);
      const { mouse } = payer.page;
      await mouse.down({ clickCount: 2 });
      await mouse.up({ clickCount: 2 });
      return payer;
    },
  },
  'a double press on Confirm': {
    methods: stc,
    leadsTo: ['confirming', 'paid'],
    async play(run) {
      const payer = await begun(run);
      await payer.confirm(testCodes.paid, { clickCount: 2 });
      return payer;
    },
  },
  'the page is loaded again while the code is awaited': {
    methods: stc,
    leadsTo: ['unknown'],
    takesAnotherWay: true,
    async play(run) {
      const payer = await begun(run);
      await run.look(payer.page);
      await payer.page.reload();
      return payer;
    },
  },
  'another page and Back while the code is awaited': {
    methods: stc,
    leadsTo: ['unknown'],
    takesAnotherWay: true,
    async play(run) {
      const payer = await begun(run);
      await payer.page.goto(world.shop.url);
      await payer.page.goBack();
      return payer;
    },
  },
  'the time for the code is over': {
    methods: stc,
    leadsTo: ['unknown'],
    takesAnotherWay: true,
    async play(run) {
      const payer = await run.visit();
      await payer.page.clock.install();
      await payer.begin();
      await payer.page.clock.fastForward('05:10');
      await payer.expectState('unknown');
      await payer.page.clock.resume();
      return payer;
    },
  },
  'another tab while the code is awaited': {
    methods: stc,
    leadsTo: ['unknown'],
    takesAnotherWay: true,
    async play(run) {
      await begun(run);
      return run.visit();
    },
  },
  'the answer to the number is lost': {
    methods: stc,
    leadsTo: ['unknown'],
    requestOutcomes: lost,
    takesAnotherWay: true,
    async play(run) {
      const payer = await run.visit();
      await payer.sendMobile();
      return payer;
    },
  },
  'the payer closes the sheet': {
    methods: sheets,
    leadsTo: ['ready'],
    async play(run) {
      const payer = await begun(run);
      await payer.cancel();
      return payer;
    },
  },
  'the page is left while the sheet is open, and Back': {
    methods: sheets,
    leadsTo: ['ready'],
    async play(run) {
      const payer = await begun(run);
      await payer.page.goto(world.shop.url);
      await payer.page.goBack();
      return payer;
    },
  },
  'no merchant session comes': {
    methods: ['applepay'],
    leadsTo: ['ready'],
    async play(run) {
      world.proxy.requestOutcomes.set(run.order.id, [refusal(401)]);
      const payer = await begun(run);
      await expect.poll(() => world.eventsOf(run.order)).toEqual(['error api']);
      return payer;
    },
  },
  'the price changes under the sheet': {
    methods: sheets,
    leadsTo: ['ready'],
    async play(run) {
      const payer = await begun(run);
      run.order.amount = 21_000;
      await payer.element.evaluate((element) => element.setAttribute('amount', '21000'));
      await payer.approve();
      return payer;
    },
  },
  'the answer to an authorised sheet is lost': {
    methods: sheets,
    leadsTo: ['unknown', 'paid'],
    requestOutcomes: lost,
    async play(run) {
      const payer = await run.visit();
      await payer.page.clock.install();
      await payer.begin();
      const end = payer.approve();
      await payer.expectState('unknown', 'paid');
      // Samsung has no word for an unknown payment, so its sheet stays until its own time is over.
      await payer.page.clock.fastForward('00:31');
      await end;
      return payer;
    },
  },
  'a double press on the wallet’s button': {
    methods: sheets,
    leadsTo: ['paid'],
    async play(run) {
      const payer = await run.visit();
      await payer.walletButton.dblclick();
      await payer.approve();
      return payer;
    },
  },
  'the page hands one token to two elements': {
    methods: sheets,
    leadsTo: ['paid'],
    async play(run) {
      const payer = await run.visit(2);
      await payer.page.evaluate((type) => {
        const source = {
          type,
          token: JSON.stringify({
            paymentData: {
              version: 'EC_v1',
              data: btoa('the token of a wallet'),
              signature: btoa('signed'),
              header: {},
            },
            paymentMethod: { displayName: 'visa 1111', network: 'visa', type: 'debit' },
            transactionIdentifier: 'a1',
          }),
        };
        for (const element of document.querySelectorAll('pay-checkout'))
          (element as HTMLElement & { submit(options: object): Promise<unknown> })
            .submit({ source })
            .catch(() => undefined);
      }, payer.method);
      return payer;
    },
  },
  'a sheet in one tab, and another tab': {
    methods: sheets,
    leadsTo: ['paid'],
    async play(run) {
      const first = await begun(run);
      const second = await run.visit();
      await second.insistBy(run.by);
      await first.page.bringToFront();
      // Samsung's sheet cannot be closed by a page.
      if (await first.hasSheet()) await first.approve();
      return first;
    },
  },
};

const run = async (browser: Browser, hazard: Hazard, way: Way) => {
  const { play, takesAnotherWay, leadsTo } = hazard;
  const run = await Run.open(browser, way, hazard);
  const payer = await play(run);
  await payer.expectState(...leadsTo);
  await payer.insistBy(run.by, { takesAnotherWay });
  for (const other of run.payers) if (await other.stcCode.isVisible()) await other.confirm();
  return run.end();
};

const tally = { runs: 0, secondCharges: 0, untruths: 0, leaks: 0 };
const rows: string[][] = [];
const labels = { stcpay: 'STC Pay', applepay: 'Apple Pay', samsungpay: 'Samsung Pay' } as const;

/** By pairs: each hazard with each way to pay, place of the form, set-up, and way to pay after it. */
const runs = pairwise(
  {
    name: Object.keys(hazards),
    method: [...stc, ...sheets],
    mode: [inPage, inFrame],
    setUp: setUps,
    then: ['the same', 'a card'],
  },
  ({ name, method }) => hazards[name]?.methods.includes(method) === true,
);

for (const [name, hazard] of Object.entries(hazards))
  for (const method of hazard.methods) {
    test(`${labels[method]}, ${name}: charged once, nothing untrue is said, and no credential is left`, async ({
      browser,
    }) => {
      const ways = runs.filter((it) => it.name === name && it.method === method);
      const ended = await Promise.all(ways.map((way) => run(browser, hazard, way)));
      for (const { charges, untruths, leaks } of ended) {
        tally.runs += 1;
        tally.secondCharges += Math.max(0, charges - 1);
        tally.untruths += untruths.length;
        tally.leaks += leaks.length;
        expect({ charges, untruths, leaks }).toEqual({ charges: 1, untruths: [], leaks: [] });
      }
      rows.push([labels[method], name, hazard.leadsTo.join(', then ')]);
    });
  }

test.afterAll(() => {
  const generated = [
    table(['by', 'hazard', 'the form'], rows),
    '',
    `Runs: ${tally.runs}. Second charges: ${tally.secondCharges}. Untrue or missing words: ${tally.untruths}. Credentials left: ${tally.leaks}.`,
  ].join('\n');
  report('methods', 'Hazards of STC Pay and the wallets', generated);
});
