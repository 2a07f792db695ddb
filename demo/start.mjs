import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { installWhenNeeded } from '../.ci/install.mjs';
import { buildWhenNeeded } from './build.mjs';

const usage = 'Usage: npm start -- [--port 3000] [--sandbox-port 4010] [--data FOLDER | --data :memory:]';

function readFlags() {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string', default: process.env.PORT || '3000' },
        'sandbox-port': { type: 'string', default: process.env.SANDBOX_PORT || '4010' },
        data: { type: 'string', default: fileURLToPath(new URL('./', import.meta.url)) },
      },
    });
    for (const port of [values.port, values['sandbox-port']])
      if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) throw new Error(`"${port}" is no port.`);
    const { port, 'sandbox-port': sandboxPort, data } = values;
    return {
      port: Number(port),
      sandboxPort: Number(sandboxPort),
      data: data === ':memory:' || data.endsWith('/') ? data : `${data}/`,
    };
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    process.exit(2);
  }
}

const flags = readFlags();
installWhenNeeded();
buildWhenNeeded();

// The shop is a customer: without the paths of tsconfig.json it gets what the package's exports name.
const { register } = await import('tsx/esm/api');
register({ tsconfig: false });
if (flags.data !== ':memory:') mkdirSync(flags.data, { recursive: true });
const { start } = await import('./merchant/server.ts');
const { url, baseUrl, stop } = await start(flags);

const leave = () => {
  setTimeout(() => process.exit(1), 3000).unref();
  stop().then(() => process.exit(0));
};
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, leave);
// A signal that is sent to npm alone ends npm and its shell, and does not come through to here.
const { ppid } = process;
if (process.env.npm_lifecycle_event) {
  const watch = setInterval(() => {
    if (process.ppid === ppid) return;
    clearInterval(watch);
    leave();
  }, 500);
}

console.log(`The payment service (a sandbox): ${baseUrl}`);
console.log(`The documents' front door, a shop and a playground: ${url}`);
