import { existsSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';

/**
 * What is switched off in Chromium. A renderer that is started ahead for the next page costs a sixth of all processor time
 * here, since most tests open one page. Only the last list of a command line counts, so Playwright's own is repeated.
 */
const disabledFeatures = [
  'SpareRendererForSitePerProcess',
  'AimEnabled',
  'AutoDeElevate',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'BlockOriginHeaderModificationOnRedirect',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'GlobalMediaControls',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'Translate',
];

/** As root there is no sandbox to be had; the rest keeps the browser from calling home. */
export const flags: string[] = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  `--disable-features=${disabledFeatures.join()}`,
];

const shell = '/usr/bin/chromium-headless-shell';
const chromiums = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium-browser',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];
const firefoxes = [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/Applications/Firefox.app/Contents/MacOS/firefox',
  'C:\\Program Files\\Mozilla Firefox\\firefox.exe',
];
const miniBrowsers = ['x86_64', 'aarch64'].flatMap((machine) =>
  ['4.1', '6.0', '4.0'].map((api) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-${api}/MiniBrowser`),
);

/** The path that a variable says, else the first of the usual ones that is there. */
function find(variable: string, usual: readonly string[]): string | undefined {
  const chosen = process.env[variable];
  if (chosen && !existsSync(chosen)) throw new Error(`${variable} is ${chosen}, and nothing is there.`);
  return chosen || usual.find((path) => existsSync(path));
}

/** The path of the browser that payers have: `$CHROME_PATH` or an installed one. */
export const findWhole = (): string | undefined => find('CHROME_PATH', chromiums);

/** The path of a Chromium: `$CHROME_PATH`, an installed one, else the one inside an npm package. */
export const findChromium = async (): Promise<string> => findWhole() ?? findShell();

/**
 * The path of a Chromium without windows, menus and a profile, where there is one: the same engine for half of the work.
 * It cannot fill in a saved card.
 */
export async function findShell(): Promise<string> {
  const found = find('CHROME_PATH', [shell, ...chromiums]);
  if (found) return found;
  // Tells the package to unpack the system libraries that a bare machine lacks; must be set before its first unpack.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

/** The path of a Firefox: `$FIREFOX_PATH` or an installed one. */
export const findFirefox = (): string | undefined => find('FIREFOX_PATH', firefoxes);

export interface WebKitPaths {
  readonly browser: string;
  readonly driver: string;
  readonly screen: string;
}

/** The paths of WebKitGTK's small browser, its driver and the screen that it needs: `$WEBKIT_PATH` or an installed one. */
export function findWebKit(): WebKitPaths | undefined {
  const browser = find('WEBKIT_PATH', miniBrowsers);
  const [driver, screen] = ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'];
  return browser && existsSync(driver) && existsSync(screen) ? { browser, driver, screen } : undefined;
}

/** How each engine is started so that nothing but the guard's port is asked for what is elsewhere. */
export const launchChromium = async (
  guard: string | number,
  path: string | Promise<string> = findChromium(),
): Promise<LaunchOptions> => ({
  executablePath: await path,
  args: [...flags, `--proxy-server=http://127.0.0.1:${guard}`],
});

export const launchFirefox = (guard: string | number): LaunchOptions => ({
  channel: 'moz-firefox',
  executablePath: findFirefox() ?? '',
  firefoxUserPrefs: {
    // Processes that are started ahead for the next page cost more than they save, since most tests open one page.
    'dom.ipc.processPrelaunch.enabled': false,
    'network.proxy.type': 1,
    'network.proxy.http': '127.0.0.1',
    'network.proxy.http_port': Number(guard),
    'network.proxy.ssl': '127.0.0.1',
    'network.proxy.ssl_port': Number(guard),
  },
});
