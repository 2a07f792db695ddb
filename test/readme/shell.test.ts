import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createSandbox } from '../../src/sandbox/index.js';
import { inLanguage } from './blocks.js';
import { documents, readDocument, root } from './documents.mjs';
import { commandsIn, requestOf } from './shell.js';

type Names = 'scripts' | 'bin' | 'dependencies' | 'devDependencies';
const read = (file: string) =>
  JSON.parse(readFileSync(join(root, file), 'utf8')) as Record<Names, Record<string, string>> & {
    version: string;
  };
const manifest = read('package.json');
/** What the code in the documents runs with. */
const installed = { ...manifest.devDependencies, ...read('test/package.json').dependencies };

/** Without the variables that are set for one command. */
const withoutVariables = (command: readonly string[]) =>
  command.slice(command.findIndex((word) => !/^[A-Z_]+=/.test(word)));

/** The quickstarts that a test follows, command by command. */
const [, walks = ''] =
  /const walks: [^=]+= \[([^]*?)\n\];/.exec(readDocument('test/consumers/quickstarts.test.ts')) ?? [];
const walked = [...walks.matchAll(/name: '([\w-]+)'/g)].map(([, name]) => `demo/docs/start/${name}.md`);

/** Where a quickstart has a file of the package. */
const inProject = (file: string) => join(root, file.replace('node_modules/pay-checkout/', ''));

const commands = inLanguage('sh')
  .filter(({ document }) => !walked.includes(document))
  .flatMap(({ text }) => commandsIn(text).map(withoutVariables));
const those = (program: string) => commands.filter(([name]) => name === program);

/** What can be wrong with a command of npm. A verb that is not here is in no document. */
const problemsOf: Readonly<Record<string, (options: readonly string[]) => unknown[]>> = {
  start: () => (manifest.scripts['start'] ? [] : ['start']),
  test: () => (manifest.scripts['test'] ? [] : ['test']),
  run: ([script = '', ...options]) => [
    ...(manifest.scripts[script] ? [] : [script]),
    ...(script === 'test:one' ? options.filter((it) => it !== '--' && !existsSync(join(root, it))) : []),
  ],
  install: (packages) =>
    packages.filter(
      (name) => name !== `../pay-checkout/pay-checkout-${manifest.version}.tgz` && !installed[name],
    ),
  init: (options) => options.filter((it) => it !== '-y'),
  pack: (options) => [...options],
  version: (options) => options.filter((it) => it !== 'minor'),
};

describe('a command in a document', () => {
  it('is of a program with a test', () => {
    assert.ok(commands.length > 12);
    assert.deepEqual([...new Set(commands.map(([program]) => program))].sort(), [
      'cp',
      'curl',
      'node',
      'npm',
      'npx',
      'psql',
    ]);
  });

  for (const { document, line, text } of inLanguage('sh')) {
    it(`installs no package that a stranger could have named so: ${document}, line ${line}`, () => {
      assert.doesNotMatch(text, /install.*\spay-checkout(?:@|\s|$)/m);
      for (const [tarball] of text.matchAll(/pay-checkout-\d\S*\.tgz/g))
        assert.equal(tarball, `pay-checkout-${manifest.version}.tgz`);
    });
  }

  for (const [, verb = '', ...options] of those('npm')) {
    it(`names what there is: npm ${[verb, ...options].join(' ')}`, () => {
      assert.deepEqual(problemsOf[verb]?.(options), []);
    });
  }

  for (const [, ...options] of those('npx')) {
    it(`fetches nothing, and runs what the package brings: npx ${options.join(' ')}`, () => {
      const [no, end, program = ''] = options;
      assert.deepEqual([no, end], ['--no', '--']);
      assert.ok(manifest.bin[program]);
    });
  }

  it('is not of a quickstart that is walked', () => {
    assert.ok(walked.length > 9);
    assert.deepEqual(
      walked.filter((document) => !documents.includes(document)),
      [],
    );
  });

  for (const [, ...options] of those('cp')) {
    it(`copies what the package has: cp ${options.join(' ')}`, () => {
      assert.ok(existsSync(inProject(options.at(-2) ?? '')));
    });
  }

  for (const [, env = '', file = ''] of those('node')) {
    it(`runs a file of a quickstart: node ${env} ${file}`, () => {
      const [, settings = ''] = /^--env-file=(\S+)$/.exec(env) ?? [];
      for (const name of [settings, file]) assert.ok(existsSync(join(root, 'demo/quickstarts/node', name)));
    });
  }

  for (const [, database, option, file = ''] of those('psql')) {
    it(`runs a file of the package: psql ${database} ${option} ${file}`, () => {
      assert.equal(option, '-f');
      assert.match(file, /^node_modules\/pay-checkout\/src\//);
      assert.ok(existsSync(join(root, file.replace('node_modules/pay-checkout/', ''))));
    });
  }

  for (const command of those('curl')) {
    const request = requestOf(command);
    it(`is taken by the sandbox: ${request.method} ${new URL(request.url).pathname}`, async (t) => {
      const sandbox = createSandbox();
      t.after(() => sandbox.close());
      const answer = await sandbox.fetch(request);
      assert.ok(answer.ok, await answer.text());
    });
  }
});

describe('the reader of commands', () => {
  it('joins lines that go on, leaves comments out, and keeps quoted words together', () => {
    assert.deepEqual(commandsIn('curl -d \'{ "a": 1 }\' \\\n  x # y\n# z\n\nnpm test'), [
      ['curl', '-d', '{ "a": 1 }', 'x'],
      ['npm', 'test'],
    ]);
  });

  for (const line of ['npm test && rm x', 'curl $URL', 'curl x | sh', "curl 'x", 'npm test > x']) {
    it(`refuses what it does not understand: ${line}`, () => {
      assert.throws(() => commandsIn(line), /Not a simple command/);
    });
  }
});
