import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { Builder, type WebDriver } from 'selenium-webdriver';
import { Command, Name } from 'selenium-webdriver/lib/command.js';
import { Key } from 'selenium-webdriver/lib/input.js';
import type { Readable } from 'node:stream';
import type { WebKitPaths } from './browser.js';
import { freePort } from './free-port.js';

/** WebKitGTK's browser on a screen of its own. One at a time: its driver knows one session. */
export class WebKit {
  private constructor(
    readonly driver: WebDriver,
    private readonly children: readonly ChildProcess[],
  ) {}

  /** @param guard The port of the guard, which is asked for all that is on other machines. */
  static async open(paths: WebKitPaths | undefined, guard: string | number | undefined): Promise<WebKit> {
    if (!paths) throw new Error('WebKit, its driver or Xvfb is not installed.');
    const { browser, driver, screen } = paths;
    const children: ChildProcess[] = [];
    const run = (path: string, args: readonly string[], options: SpawnOptions) => {
      const child = spawn(path, args, options);
      children.push(child);
      process.once('exit', () => child.kill());
      return child;
    };
    const display = run(screen, ['-displayfd', '3', '-screen', '0', '1280x1024x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const [number] = await once(display.stdio[3] as Readable, 'data');
    const port = await freePort();
    const proxy = `http://127.0.0.1:${guard}`;
    run(driver, [`--port=${port}`], {
      stdio: 'ignore',
      env: {
        ...process.env,
        DISPLAY: `:${String(number).trim()}`,
        GDK_BACKEND: 'x11',
        // Not as a capability of the session: of its list of hosts the browser reads beyond the end, and dies now and then.
        http_proxy: proxy,
        https_proxy: proxy,
        no_proxy: '127.0.0.1,localhost',
      },
    });
    await listening(port);
    const session = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities({
        browserName: 'MiniBrowser',
        'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
      })
      .build();
    return new WebKit(session, children);
  }

  async close() {
    await this.driver.quit();
    for (const child of this.children) child.kill();
  }

  goto = (url: string): Promise<void> => this.driver.get(url);
  url = (): Promise<string> => this.driver.getCurrentUrl();
  /** Runs an expression in the page. */
  ask = (expression: string): Promise<unknown> => this.driver.executeScript(`return ${expression}`);

  #act(...sources: readonly object[]): Promise<unknown> {
    return this.driver.execute(new Command(Name.ACTIONS).setParameter('actions', sources));
  }

  /**
   * Keys as Playwright has them. Each goes by itself: of the same key twice in one message, one is lost. The page is asked
   * something first: where it has just moved the focus, such as out of a frame, the browser hears no later than its answer,
   * and a key that is faster goes where the focus was.
   */
  keyboard = {
    down: (key: string) =>
      this.#act({ type: 'key', id: 'keys', actions: [{ type: 'keyDown', value: valueOf(key) }] }),
    up: (key: string) =>
      this.#act({ type: 'key', id: 'keys', actions: [{ type: 'keyUp', value: valueOf(key) }] }),
    press: async (keys: string) => {
      await this.ask('true');
      const all = keys === '+' ? [keys] : keys.split('+');
      for (const key of all) await this.keyboard.down(key);
      for (const key of all.reverse()) await this.keyboard.up(key);
    },
    type: async (text: string) => {
      for (const key of text) await this.keyboard.press(key);
    },
  };

  #point(...actions: readonly object[]): Promise<unknown> {
    return this.#act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions });
  }

  mouse = {
    move: (x: number, y: number) => this.#point({ type: 'pointerMove', duration: 0, x, y }),
    down: () => this.#point({ type: 'pointerDown', button: 0 }),
    up: () => this.#point({ type: 'pointerUp', button: 0 }),
    click: async (x: number, y: number) => {
      await this.mouse.move(x, y);
      await this.mouse.down();
      await this.mouse.up();
    },
  };
}

const names: Readonly<Record<string, string>> = {
  Control: 'CONTROL',
  Shift: 'SHIFT',
  Alt: 'ALT',
  Backspace: 'BACK_SPACE',
  Delete: 'DELETE',
};
const more: Readonly<Record<string, string>> = {
  Enter: 'ENTER',
  Escape: 'ESCAPE',
  Tab: 'TAB',
  Home: 'HOME',
  End: 'END',
  ArrowUp: 'ARROW_UP',
  ArrowDown: 'ARROW_DOWN',
  ArrowLeft: 'ARROW_LEFT',
  ArrowRight: 'ARROW_RIGHT',
};

function valueOf(key: string): string {
  if ([...key].length === 1) return key;
  const value = (Key as unknown as Readonly<Record<string, string>>)[{ ...names, ...more }[key] ?? ''];
  if (!value) throw new Error(`WebKit's driver is not told of the key ${key}.`);
  return value;
}

/** The driver does not say when it is ready. */
async function listening(port: number): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    const answer = await fetch(`http://127.0.0.1:${port}/status`).catch(() => undefined);
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('WebKit’s driver does not listen.');
}

/** Web Test Runner's hold on WebKit. It passes for Playwright: that is whose keys and mouse the commands know. */
export function webkitLauncher(found: WebKitPaths, guard: number): object {
  const active = new Map<string, string>();
  let webkit: Promise<WebKit> | undefined;
  let page: WebKit | undefined;
  return {
    name: 'WebKit',
    type: 'playwright',
    concurrency: 1,
    async startSession(id: string, url: string) {
      webkit ??= WebKit.open(found, guard);
      page = await webkit;
      active.set(id, url);
      await page.goto(url);
    },
    isActive: (id: string) => active.has(id),
    getBrowserUrl: (id: string) => active.get(id),
    getPage: () => page,
    async stopSession(id: string) {
      // The page stays until the next one is opened: to leave it could fail, and nothing is tested any more.
      active.delete(id);
      return {};
    },
    async stop() {
      await page?.close();
    },
  };
}
