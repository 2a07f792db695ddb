import type { ShopPackage } from './shop-package.js';

export type Framework = 'hono' | 'express' | 'next' | 'server';

/** The folders of templates that make a shop, one over the other, and what its package.json adds. */
interface ShopTemplate {
  readonly folders: readonly string[];
  readonly package: ShopPackage;
  /** Beside the settings that every shop has. */
  readonly settings?: string;
}

/** A test compares these with package.json. */
const versions = {
  '@hono/node-server': '^2.1.8',
  '@types/express': '^5.0.6',
  '@types/node': '^20.19.43',
  '@types/react': '^19.3.0',
  express: '^5.3.0',
  hono: '^4.13.19',
  libsql: '^0.5.29',
  tsx: '^4.23.15',
  typescript: '^6.0.3',
} as const;

const pick = (...names: readonly (keyof typeof versions)[]) =>
  Object.fromEntries(names.map((name) => [name, versions[name]]));

const doctor = 'node --env-file=.env --import tsx node_modules/pay-checkout/dist/cli.js doctor';

const scripts = {
  start: 'node --env-file=.env --import tsx start.ts',
  test: 'node --import tsx --test shop.test.ts',
  typecheck: 'tsc --noEmit',
  sandbox: 'pay-checkout sandbox --port 4010 --db :memory:',
  doctor: `${doctor} --checkout checkout.ts --page http://127.0.0.1:3000/`,
};

const tools = ['@types/node', 'typescript'] as const;

export const frameworks: Readonly<Record<Framework, ShopTemplate>> = {
  hono: {
    folders: ['shared', 'hono'],
    package: {
      scripts,
      dependencies: pick('@hono/node-server', 'hono', 'libsql', 'tsx'),
      devDependencies: pick(...tools),
    },
  },
  express: {
    folders: ['shared', 'express'],
    package: {
      scripts,
      dependencies: pick('@hono/node-server', 'express', 'libsql', 'tsx'),
      devDependencies: pick('@types/express', ...tools),
    },
  },
  next: {
    folders: ['shared', 'next'],
    package: {
      scripts: {
        ...scripts,
        copy: 'node copy-script.mjs',
        start:
          'npm run copy && node --env-file=.env --import tsx register.ts && next dev --webpack --port 3000',
      },
      dependencies: { ...pick('libsql', 'tsx'), next: '^16', react: '^19', 'react-dom': '^19' },
      devDependencies: pick('@hono/node-server', '@types/react', ...tools),
    },
  },
  server: {
    folders: ['server'],
    package: {
      scripts: { ...scripts, doctor },
      dependencies: pick('libsql', 'tsx'),
      devDependencies: pick(...tools),
    },
    settings: `# Of pay-checkout-server. The secrets are examples: openssl rand -hex 32 makes others.
PUBLIC_URL=http://127.0.0.1:8080
PORT=8080
ORDER_KEYS=shop:an-example-of-a-secret-with-32-letters
WEBHOOK_URL=http://127.0.0.1:3000/webhook
WEBHOOK_SIGNING_SECRET=whsec_YW4gZXhhbXBsZSBvZiBhIHNlY3JldCBvZiAzMiBieXRlcw==
`,
  },
};

export const frameworkNames = Object.keys(frameworks) as readonly Framework[];
