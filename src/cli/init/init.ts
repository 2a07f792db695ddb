import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readCommandOptions, UsageError } from '../read-options.js';
import { frameworkNames, frameworks, type Framework } from './frameworks.js';
import { writePackage } from './shop-package.js';

/** What `npm init`, `npm install` and git leave in a folder that is empty otherwise. */
const allowedFiles = new Set(['.git', 'node_modules', 'package.json', 'package-lock.json']);

/** The folder of the package that this program is in, wherever the build has put this file. */
function findPackage(): string {
  let folder = import.meta.dirname;
  while (!existsSync(join(folder, 'src/cli/templates'))) {
    const above = dirname(folder);
    if (above === folder) throw new Error('The templates are not in the package: install it again.');
    folder = above;
  }
  return folder;
}

/** The settings of the sandbox, whose keys are no secrets. */
const settings = `# The sandbox. Of a real account, never commit the keys.
PAY_BASE_URL=http://127.0.0.1:4010/v1
PAY_SECRET_KEY=sk_test_sandbox
PAY_PUBLISHABLE_KEY=pk_test_sandbox
PAY_WEBHOOK_SECRET=a long text that only you know
SHOP_URL=http://127.0.0.1:3000
`;

const ignored = ['node_modules/', '.env', '*.db', '*.db-shm', '*.db-wal', ''].join('\n');

const compilerOptions = {
  target: 'ES2022',
  module: 'NodeNext',
  moduleResolution: 'NodeNext',
  strict: true,
  noEmit: true,
  skipLibCheck: true,
  types: ['node'],
};

/** Writes a shop into an empty folder. Throws if it is not empty: no file is overwritten. */
export function writeShop(folder: string, framework: Framework): void {
  const conflictingFiles = existsSync(folder)
    ? readdirSync(folder).filter((name) => !allowedFiles.has(name))
    : [];
  if (conflictingFiles.length > 0)
    throw new Error(
      `${folder} is not empty: it has ${conflictingFiles.slice(0, 3).join(', ')}. Name an empty folder.`,
    );
  const packageFolder = findPackage();
  const template = frameworks[framework];
  mkdirSync(folder, { recursive: true });
  for (const name of template.folders)
    cpSync(join(packageFolder, 'src/cli/templates', name), folder, { recursive: true });
  writePackage(folder, template.package, packageFolder);
  writeFileSync(join(folder, '.env'), settings + (template.settings ?? ''));
  writeFileSync(join(folder, '.gitignore'), ignored);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    `${JSON.stringify({ compilerOptions, include: ['**/*.ts'] }, null, 2)}\n`,
  );
}

const isFramework = (name: string): name is Framework => frameworkNames.includes(name as Framework);

/** `pay-checkout init [FOLDER] [--framework NAME]`: in this folder, with Hono, when nothing is said. */
export async function runInit(args: readonly string[]): Promise<number> {
  const { options, words } = readCommandOptions(args, ['framework'], { mostWords: 1 });
  const { framework = 'hono' } = options;
  if (!isFramework(framework)) {
    const known = `${frameworkNames.slice(0, -1).join(', ')} or ${frameworkNames.at(-1)}`;
    throw new UsageError(`--framework must be ${known}, not "${framework}".`);
  }
  const [name = '.'] = words;
  const folder = resolve(name);
  writeShop(folder, framework);
  console.log(`A shop with ${framework} is in ${folder}. Next:

${name === '.' ? '' : `  cd ${name}\n`}  npm install
  npm test             # pays with the sandbox, without a browser
  npm run sandbox      # in a terminal of its own
  npm start            # the shop: http://127.0.0.1:3000`);
  return 0;
}
