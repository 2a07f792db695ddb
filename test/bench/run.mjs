import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** All measurements, one after another, so that none slows another down. */
for (const name of ['keystroke', 'load', 'peers']) {
  const { status } = spawnSync(
    process.execPath,
    ['--import', 'tsx', fileURLToPath(new URL(`./${name}.mjs`, import.meta.url))],
    {
      stdio: 'inherit',
    },
  );
  if (status !== 0) process.exit(status ?? 1);
}
