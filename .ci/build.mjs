import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { installWhenNeeded } from './install.mjs';

/** `npm run build` makes all that is published; `npm run build -- js` one part of it, `npm run build -- shop` the demo's pages. */
const vite = 'node_modules/vite/bin/vite.js';
const parts = {
  js: [[vite, 'build', '--app', '--logLevel', 'warn']],
  types: [
    ['node_modules/typescript/bin/tsc', '-p', '.ci/tsconfig.types.json'],
    ['--import', 'tsx', '.ci/prune-types.ts'],
  ],
  manifest: [['--import', 'tsx', '.ci/manifest/write.ts']],
  llms: [['--import', 'tsx', '.ci/write-llms.ts']],
  shop: [[vite, 'build', '-c', 'demo/vite.config.ts', '--logLevel', 'warn']],
};

/** @param {readonly (keyof typeof parts)[]} names */
export function build(names) {
  installWhenNeeded(...(names.includes('manifest') ? ['.ci/manifest'] : []));
  for (const command of names.flatMap((name) => parts[name]))
    execFileSync(process.execPath, command, {
      cwd: fileURLToPath(new URL('../', import.meta.url)),
      stdio: 'inherit',
    });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const names = process.argv.slice(2);
  const wrong = names.find((name) => !Object.hasOwn(parts, name));
  if (wrong !== undefined) {
    console.error(`There is no part "${wrong}". The parts are: ${Object.keys(parts).join(', ')}.`);
    process.exit(2);
  }
  build(names.length > 0 ? names : ['js', 'types', 'manifest', 'llms']);
}
