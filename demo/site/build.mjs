import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installWhenNeeded } from '../../.ci/install.mjs';
import { buildWhenNeeded } from '../build.mjs';

/** `npm run site` makes the documents into `.site/`, which `npm start` serves as `/docs/`. Needs no network but npm's. */
const root = fileURLToPath(new URL('../../', import.meta.url));
const output = join(root, '.site');

process.chdir(root);
installWhenNeeded('demo/site');
buildWhenNeeded();

const { default: Eleventy } = await import('@11ty/eleventy');
const { configure } = await import('./configure.mjs');
const { listDocuments } = await import('./documents.mjs');
const { describeService } = await import('./service-api.mjs');

rmSync(output, { recursive: true, force: true });
const documents = [
  ...listDocuments(),
  ...(await typeDocuments()),
  { path: 'api/service.md', url: 'api/service.html', part: 'API', text: await describeService() },
];
const eleventy = new Eleventy('demo/site', output, {
  quietMode: true,
  config: (config) => configure(config, documents),
});
await eleventy.write();

// Examples pay with the script files of this version.
for (const name of readdirSync('dist').filter((it) => /^(?:pay-[\w-]+\.js|languages)$/.test(it)))
  cpSync(join('dist', name), join(output, 'pay', name), { recursive: true });

const pagefind = await import('pagefind');
const { index } = await pagefind.createIndex();
await index.addDirectory({ path: output });
await index.writeFiles({ outputPath: join(output, 'pagefind') });
await pagefind.close();
console.log(`The documents: ${join(output, 'index.html')}`);

/** The types of the server half, the stores, the testing kit and the schemas, from their comments. */
async function typeDocuments() {
  const { Application, LogLevel } = await import('typedoc');
  const folder = mkdtempSync(join(tmpdir(), 'pay-checkout-api-'));
  const app = await Application.bootstrapWithPlugins({
    plugin: ['typedoc-plugin-markdown'],
    tsconfig: 'tsconfig.json',
    logLevel: LogLevel.Error,
    skipErrorChecking: true,
    entryPoints: [
      'src/entries/server.ts',
      'src/server/stores/{postgres,mysql,sqlite}.ts',
      'src/testing/index.ts',
      'src/entries/testing/*.ts',
      'src/wire/index.ts',
    ],
    out: folder,
    router: 'module',
    readme: 'none',
    disableSources: true,
    excludeExternals: true,
    excludePrivate: true,
    hidePageHeader: true,
    hideBreadcrumbs: true,
    parametersFormat: 'table',
    propertiesFormat: 'table',
    typeDeclarationFormat: 'table',
    interfacePropertiesFormat: 'table',
    classPropertiesFormat: 'table',
    enumMembersFormat: 'table',
    expandObjects: false,
  });
  const project = await app.convert();
  if (!project) throw new Error('TypeDoc could not read the types.');
  await app.generateOutputs(project);
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && file !== 'README.md')
    .sort();
  const made = files.map((file) => {
    const name = file.replace(/\.md$/, '').replace('entries/', '');
    return {
      path: `api/${file}`,
      url: `api/${name}.html`,
      part: 'API',
      text: readFileSync(join(folder, file), 'utf8').replace(/^# .*/, `# pay-checkout/${name}`),
    };
  });
  rmSync(folder, { recursive: true });
  return made;
}
