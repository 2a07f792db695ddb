import { expect, type Page } from '@playwright/test';
import { table } from '../../readme/table.js';
import { Form } from '../form.js';
import { readFrames } from '../frames.js';
import { inFrame } from '../modes.js';
import { readAll, spy, type Loot } from './spy.js';
import { test } from '../worker.js';
import { script, startWorld, type World } from './world.js';

/** The bank of the second card asks for a challenge. */
export const [number, challenged, code] = ['4111114005765430', '4201320111111010', '987'];
/** Typed where the attacker can see it, so that what finds nothing is known to work. */
export const decoy = '5555555555554444';

/** The token of a card that the payer has kept: the page hands it to the frame, and nobody else may see it. */
export const keptToken = 'token_of_a_card_that_was_kept';

type Attacker = 'A script in the page' | 'A false frame' | 'A third window';

const tally = { tried: 0, cards: 0, seconds: 0 };
const rows: string[][] = [];

let world: World;
let status: World['status'];
export const startAttacks = () => {
  test.beforeAll(async ({ sandbox }) => {
    world = await startWorld(sandbox);
    ({ status } = world);
  });
  test.afterAll(() => world.close());
};

/** What a test of one row works with. */
export interface Attack extends World {
  readonly page: Page;
  readonly secret: string;
  readonly card: Card;
  cardOf(page: Page): Card;
  /** One more attack of this row. */
  tried(what: string): void;
  /** Opens a page of the shop with the attacker's script in it, and the form in a frame. */
  open(attributes?: string, around?: { before?: string; after?: string }): Promise<void>;
  /** The script and the element, as `open` has them in the page. */
  markup(attributes: string): string;
  newSecret(): Promise<string>;
  state(): Promise<string>;
  reaches(state: string): Promise<void>;
  loot<K extends keyof Loot>(what: K): Promise<Loot[K]>;
  /** The payment's answer is on its way until this is called; the service has made the payment by then. */
  hold(): Promise<() => void>;
  /** What the attacker has seen elsewhere than in pages. */
  saw(text: string): void;
}

/**
 * Tries one row of the table; without a result, more of the row before it. Afterwards no card is in what the attacker
 * could read, and there are as many payments as the payer wanted.
 */
export function attack(
  attacker: Attacker,
  tries: string,
  comes: string | undefined,
  wanted: 0 | 1,
  run: (it: Attack) => Promise<void>,
): void {
  test(`${attacker}: ${tries}`, async ({ page }) => {
    await world.shop.control('reset');
    world.requests.length = 0;
    world.status = status;
    const newSecret = async () =>
      (await world.shop.createIntent({ callback_url: `${world.site}/back` })).client_secret;
    const secret = await newSecret();
    const seen: string[] = [];
    page.context().on('page', (other) => other.on('console', (message) => seen.push(message.text())));
    page.on('console', (message) => seen.push(message.text()));
    const before = tally.tried;

    const it: Attack = {
      ...world,
      get status() {
        return world.status;
      },
      set status(answer) {
        world.status = answer;
      },
      page,
      secret,
      card: cardOf(page),
      cardOf,
      tried: () => void tally.tried++,
      newSecret,
      saw: (text) => void seen.push(text),
      markup(attributes) {
        const source = /intent-url/.test(attributes) ? '' : `client-secret="${secret}"`;
        const frame = /frame-src/.test(attributes) ? '' : `frame-src="${world.frame}"`;
        return `<script type="module" src="/pay-framed.js"></script><pay-checkout base-url="${world.base}" ${source} ${frame}
          publishable-key="pk_test_sandbox" amount="10000" currency="SAR" ${attributes}></pay-checkout>`;
      },
      async open(attributes = '', { before = '', after = '' } = {}) {
        const body = `${script(spy, undefined)}${before}<input id="own">${it.markup(attributes)}${after}`;
        await page.goto(world.site + world.put(body));
      },
      state: () => cardOf(page).state(),
      reaches: (state) => expect.poll(() => it.state(), { timeout: 20_000 }).toBe(state),
      loot: async (what) => {
        const text = await page.evaluate((what) => {
          const own = window as never as Loot;
          own.isPaused = true;
          const text = JSON.stringify(own[what], (_key, value: unknown) =>
            typeof value === 'bigint' ? String(value) : value,
          );
          own.isPaused = false;
          return text;
        }, what);
        return JSON.parse(text);
      },
      async hold() {
        let release!: () => void;
        const held = new Promise<void>((resolve) => (release = resolve));
        await page.route(/\/v1\/payments$/, async (route) => {
          const response = await route.fetch();
          await held;
          // The frame may be gone by now, and with it whoever waits for this.
          await route.fulfill({ response }).catch(() => undefined);
        });
        return release;
      },
    };
    await run(it);

    const read = await readFrames(page.context().pages(), async (frame) => {
      const own = attacker === 'A script in the page' && frame.url().startsWith(world.site);
      return own || frame.url().startsWith(world.evil) ? frame.evaluate(readAll) : '';
    });
    seen.push(...read);
    for (const { host, text } of world.requests) if (host.startsWith('evil.')) seen.push(text);
    const hidden = [
      ...cardForms,
      ...(attacker === 'A third window' ? [secret, secret.slice('pi_secret_'.length), keptToken] : []),
    ];
    const text = seen.join('\n');
    const tokens = await world.shop.tokens();
    const leaked = [...hidden, ...tokens].filter((value) => text.includes(value));
    const payments = await world.shop.payments();
    tally.cards += leaked.length;
    tally.seconds += Math.max(0, payments - wanted);
    expect(leaked).toEqual([]);
    expect(payments).toBe(wanted);
    expect(tally.tried).toBeGreaterThan(before);
    if (comes !== undefined) rows.push([attacker, tries, comes]);
  });
}

/** As they would be recognised: as digits, as they are shown, letter by letter, and the code as a value. */
const cardForms = [
  ...[number, challenged].flatMap((digits) => [
    digits,
    digits.replace(/(.{4})(?=.)/g, '$1 '),
    digits.slice(4),
  ]),
  `"${code}"`,
];

/** The form in its frame. Its security code is found again wherever it comes to light. */
export class Card extends Form {
  /** Key by key, where an attacker may listen to keys. */
  async type(digits = number): Promise<void> {
    await this.number.click();
    await this.number.pressSequentially(digits);
    await this.expiry.pressSequentially('1230');
    await this.code.pressSequentially(code);
    await this.name.pressSequentially('Sara Ali');
  }

  /** Each field at once, where the attack is not about the typing. */
  override async fill(): Promise<void> {
    await super.fill(number);
    await this.code.fill(code);
  }
}

const cardOf = (page: Page) => new Card(page, inFrame, page.locator('pay-checkout').first());

/** What the report shows of it. */
export const attacksTable = (): string =>
  [
    table(['attacker', 'tries', 'what comes of it'], rows),
    '',
    `Attacks: ${tally.tried}. Cards seen: ${tally.cards}. Second charges: ${tally.seconds}.`,
  ].join('\n');

/** The page stays where it is after a payment, so that what it knows by then can be looked at. */
export const stay = script(() => {
  addEventListener('pay-outcome', (event) => event.preventDefault());
}, undefined);

/** Sends one message, or many, as the page, over the channel that its own script has to the frame. */
export const sendAsPage = (page: Page, ...messages: unknown[]): Promise<void> =>
  page.evaluate((messages) => {
    const port = (window as never as Loot).ports.at(-1);
    for (const message of messages) port?.postMessage(message);
  }, messages);
