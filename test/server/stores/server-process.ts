import { spawn, execFileSync } from 'node:child_process';
import { once } from 'node:events';
import {
  accessSync,
  chownSync,
  constants,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Servers refuse to run as root. Every system has this user, who owns nothing. */
const nobody = 65_534;
const user = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};

const folders = [
  ...(process.env['PATH'] ?? '').split(':'),
  ...['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'],
  // Debian keeps each version of PostgreSQL apart, and off the path.
  ...postgresFolders(),
];

function postgresFolders(): string[] {
  try {
    const versions = readdirSync('/usr/lib/postgresql').sort((a, b) => Number(b) - Number(a));
    return versions.map((version) => `/usr/lib/postgresql/${version}/bin`);
  } catch {
    return [];
  }
}

/** Where a program is installed; undefined when it is not. */
export function findProgram(name: string): string | undefined {
  return folders
    .map((folder) => join(folder, name))
    .find((path) => {
      try {
        accessSync(path, constants.X_OK);
        return true;
      } catch {
        return false;
      }
    });
}

/** A folder for one server's files, owned by the user that the server runs as. */
export function serverFolder(name: string, inside: readonly string[] = []): string {
  const folder = mkdtempSync(join(tmpdir(), `pay-${name}-`));
  for (const path of inside) mkdirSync(join(folder, path));
  if (user.uid !== undefined)
    for (const path of ['', ...inside]) chownSync(join(folder, path), user.uid, user.gid);
  return folder;
}

/** Runs a program to its end, as the user that servers run as. */
export const runProgram = (path: string, args: readonly string[]) =>
  void execFileSync(path, args, { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });

/**
 * Stops its server when this process lets go of its input, so that no server outlives a test that was killed. The
 * signal is SIGTERM: a shell starts what runs in its background with SIGINT and SIGQUIT ignored, and Redis leaves it so.
 */
const untilInputEnds = '"$@" </dev/null >"$0" 2>&1 & server=$!; read -r _; kill -TERM $server; wait';

export interface ServerProcess {
  readonly log: () => string;
  stop(): Promise<void>;
}

/** Starts a server. It ends with `stop`, or with this process however that ends. Its folder goes with it. */
export function startServer(folder: string, path: string, args: readonly string[]): ServerProcess {
  const log = join(folder, 'log');
  const shell = spawn('sh', ['-c', untilInputEnds, log, path, ...args], {
    ...user,
    cwd: folder,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const ended = once(shell, 'exit');
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  process.on('exit', removeFolder);
  return {
    log: () => readFileSync(log, 'utf8'),
    async stop() {
      shell.stdin.end();
      await ended;
      removeFolder();
    },
  };
}

/** Asks until a server answers. A server that is starting says nothing when it is ready. */
export async function untilAnswer<T>(ask: () => Promise<T>, server: ServerProcess): Promise<T> {
  const until = Date.now() + 60_000;
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (Date.now() > until) throw new Error(server.log(), { cause: error });
      await new Promise((resolve) => setTimeout(resolve, 25));
    }
  }
}
