import { readdirSync } from 'node:fs';

/**
 * The tests of `card/` and `checkout/` that need no page: not the one that plays with the real sandbox, nor the two
 * that are about time or take half a minute, which a thousand runs can't afford.
 */
const others = ['model.test.ts', 'hostile.test.ts', 'exhaustive.node.ts'];
const root = new URL('../', import.meta.url);
for (const room of ['card', 'checkout']) {
  const files = readdirSync(new URL(`${room}/`, root)).filter((file) => /\.(test|node)\.ts$/.test(file));
  for (const file of files.sort())
    if (!others.includes(file)) await import(new URL(`${room}/${file}`, root).href);
}
