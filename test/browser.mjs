import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** As root there is no sandbox to be had; the rest keeps the browser from calling home. */
export const flags = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const installed = [
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/chromium-browser',
  '/opt/google/chrome/chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** The path of a Chromium: `$CHROME_PATH`, an installed one, else the one inside an npm package. */
export async function findChromium() {
  const chosen = process.env.CHROME_PATH;
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROME_PATH is ${chosen}, and nothing is there.`);
    return chosen;
  }
  const found = installed.find((path) => existsSync(path));
  if (found) return found;
  // Tells the package to unpack the system libraries that a bare machine lacks; must be set before its first unpack.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return packaged.executablePath();
}

if (process.argv[1]?.endsWith('browser.mjs')) {
  const path = await findChromium();
  console.log(path, execFileSync(path, [...flags, '--version', '--headless'], { encoding: 'utf8' }).trim());
}
