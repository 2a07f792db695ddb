import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const home = fileURLToPath(new URL('.', import.meta.url));

/** Installs the published clients at their pinned versions, unless they are there. No script of theirs runs. */
export function installClients(): void {
  if (existsSync(`${home}node_modules/moyasar`)) return;
  execFileSync('npm', ['ci', '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund'], {
    cwd: home,
  });
}
