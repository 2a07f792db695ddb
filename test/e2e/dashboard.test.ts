import { expect, type Browser, type Locator, type Page } from '@playwright/test';
import { answerBank } from '../../src/testing/answer-bank.js';
import { freePort } from '../free-port.js';
import { merchant, serveSite, startSandbox, type Merchant, type Running, type Site } from './servers.js';
import { test } from './worker.js';

let sandbox: Running;
let shop: Merchant;
let home: string;
/** A merchant's address that answers as told, and counts what came. */
let receiver: Site;
let [receiverStatus, received] = [500, 0];

test.beforeAll(async () => {
  sandbox = await startSandbox();
  home = new URL('/', sandbox.url).href;
  shop = merchant(sandbox.url);
  receiver = await serveSite(() => {
    received += 1;
    return { status: receiverStatus, body: '' };
  });
});
test.beforeEach(async () => {
  await shop.control('reset');
  [receiverStatus, received] = [500, 0];
});
test.afterAll(async () => {
  receiver.close();
  await sandbox.kill();
});

interface Paid {
  readonly id: string;
  readonly source: { readonly transaction_url?: string };
}

async function pay(number = '4111114005765430', intent: object = {}): Promise<Paid> {
  const { client_secret: secret } = await shop.createIntent({
    callback_url: 'https://shop.example/',
    ...intent,
  });
  const source = { type: 'creditcard', name: 'Sara Ali', number, month: '12', year: '2030', cvc: '123' };
  return shop.call('/payments', { client_secret: secret, source }, { key: 'pk_test_sandbox' });
}

const register = () => shop.call('/webhooks', { url: `${receiver.url}/hook`, shared_secret: 'hush-hush' });

/** A page model: the dashboard as its user finds it. */
class Dashboard {
  readonly entries: Locator;
  readonly state: Locator;
  readonly now: Locator;
  readonly queued: Locator;

  constructor(readonly page: Page) {
    this.entries = page.locator('#entries > li');
    this.state = page.locator('#state');
    this.now = page.locator('#now');
    this.queued = page.getByRole('list', { name: 'Queued' }).getByRole('listitem');
  }

  static async open(page: Page, search = ''): Promise<Dashboard> {
    const dashboard = new Dashboard(page);
    await page.goto(home + search);
    await expect(dashboard.state).toHaveText('Live');
    // Gone when the page is loaded anew.
    await page.evaluate(() => void document.body.setAttribute('data-since', 'the beginning'));
    return dashboard;
  }

  entry(text: string | RegExp): Locator {
    return this.entries.filter({ has: this.page.locator('summary', { hasText: text }) });
  }

  async expectNoReload(): Promise<void> {
    await expect(this.page.locator('body')).toHaveAttribute('data-since', 'the beginning');
  }
}

test('what happens appears by itself, and changes in place', async ({ page }) => {
  const dashboard = await Dashboard.open(page);
  await expect(page.getByText('Nothing has happened yet')).toBeVisible();
  const payment = await pay('4123120001090000', { description: 'Order 7' });
  await expect(dashboard.entry('payment waits for 3-D Secure')).toContainText('100.00 SAR');
  await expect(page.getByText('Nothing has happened yet')).toBeHidden();
  await answerBank(fetch, payment.source.transaction_url!, 'authenticated');
  await expect(dashboard.entry('payment failed: INSUFFICIENT FUNDS')).toContainText('Order 7');
  await expect(dashboard.entry('payment waits')).toHaveCount(0);
  await dashboard.expectNoReload();
});

test('a delivery is sent once more to its receiver', async ({ page }) => {
  await register();
  await pay();
  const dashboard = await Dashboard.open(page);
  const failed = dashboard.entry(/delivery of payment_paid to \S+ failed: 500, next try at/);
  await expect(failed).toHaveCount(1);
  await failed.locator('summary').click();
  receiverStatus = 200;
  await failed.getByRole('button', { name: 'Resend' }).click();
  await expect(dashboard.entry(/try 2: delivery of payment_paid to \S+ arrived: 200/)).toBeVisible();
  expect(received).toBe(2);
  const arrived = dashboard.entry(/delivery of payment_paid/).last();
  await expect(arrived.locator('.status')).toHaveText('delivered');
  await expect(arrived.locator('pre')).toContainText('"number": 2');
  await expect(arrived.locator('pre')).not.toContainText('hush-hush');
  await expect(arrived.getByRole('button', { name: 'Resend' })).toBeFocused();
  await dashboard.expectNoReload();
});

test('the dashboard reports a lost connection and resumes when the sandbox is back', async ({ page }) => {
  const port = await freePort();
  const first = await startSandbox('--port', String(port));
  await page.goto(new URL('/', first.url).href);
  const dashboard = new Dashboard(page);
  await expect(dashboard.state).toHaveText('Live');
  await first.kill();
  await expect(dashboard.state).toContainText('does not answer');
  const again = await startSandbox('--port', String(port));
  await expect(dashboard.state).toHaveText('Live');
  await again.kill();
});

test('markup in what others wrote is text, also when it comes live', async ({ page }) => {
  const mark = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
  const dashboard = await Dashboard.open(page);
  const blocked: string[] = [];
  page.on('console', (message) => void (message.type() === 'error' && blocked.push(message.text())));
  await pay('4111114005765430', { description: mark });
  const payment = dashboard.entry('payment paid');
  await expect(payment).toContainText(mark);
  await payment.locator('summary').click();
  await expect(payment.locator('pre')).toContainText('<img src=x');
  await page.reload();
  await expect(dashboard.entry('payment paid')).toContainText(mark);
  await expect(page.locator('#entries img, #entries script')).toHaveCount(0);
  await expect(page).toHaveTitle('Payment sandbox');
  expect(blocked).toEqual([]);
});

async function withoutScript(browser: Browser): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  return context.newPage();
}

test('without JavaScript everything works, as links and forms', async ({ browser }) => {
  const page = await withoutScript(browser);
  const dashboard = new Dashboard(page);
  await register();
  await pay('4111114005765430', { description: 'Order 7' });
  // Answers when all messages that are due were sent: this page shows what was when it was loaded.
  await shop.control('clock', { advance: 0 });
  await page.goto(home);
  await page.getByRole('link', { name: 'Deliveries' }).click();
  await expect(dashboard.entries).toHaveCount(1);
  await expect(dashboard.entries).toContainText('failed: 500');
  await dashboard.entries.locator('summary').click();
  await expect(dashboard.entries.locator('pre')).toContainText('"event_type": "payment_paid"');
  receiverStatus = 200;
  await dashboard.entries.getByRole('button', { name: 'Resend' }).click();
  await expect(page).toHaveURL(`${home}?kind=delivery`);
  await expect(dashboard.entries).toHaveCount(2);
  expect(received).toBe(2);

  await page.getByRole('combobox', { name: 'Request' }).selectOption({ label: 'read a payment' });
  await page.getByRole('combobox', { name: 'Fault' }).selectOption('500');
  await page.getByRole('button', { name: 'Inject' }).click();
  await expect(dashboard.queued).toHaveText(['status: 500']);

  const before = await dashboard.now.textContent();
  await page.getByRole('button', { name: '+1 h' }).click();
  await expect(dashboard.now).not.toHaveText(before!);
  await page.getByRole('spinbutton', { name: 'Seconds' }).fill('1e15');
  await page.getByRole('button', { name: 'Advance' }).click();
  await expect(page.getByRole('alert')).toHaveText('advance is too far ahead');
  await page.getByRole('link', { name: 'Back to the sandbox' }).click();

  await page.getByText('Reset…').click();
  await page.getByRole('button', { name: 'Yes, forget everything' }).click();
  await expect(page.getByText('Nothing has happened yet')).toBeVisible();
  await expect(dashboard.queued).toHaveCount(0);
  await page.context().close();
});
