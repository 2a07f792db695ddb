import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';

const published = (file: string) => new URL(`../../dist/${file}`, import.meta.url).href;

describe('a mistake that nobody catches', () => {
  for (const [what, code] of [
    [
      'in the settings of a server',
      `import { createPayClient } from '${published('server.js')}';
       createPayClient({ secretKey: 'pk_test_1', baseUrl: 'https://api.example.com/v1' });`,
    ],
    [
      'of a client without its service',
      `import { createPayClient } from '${published('server.js')}';
       await createPayClient({ secretKey: 'sk_test_1', baseUrl: 'http://127.0.0.1:9/v1' }).listWebhooks();`,
    ],
  ] as const) {
    it(`${what} is a short message under the name of its class, and not the whole file`, () => {
      const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', code], {
        encoding: 'utf8',
      });
      assert.equal(status, 1);
      assert.match(stderr, /^PayError: /m);
      assert.ok(stderr.length < 6_000, `${stderr.length} letters`);
      for (const line of stderr.split('\n')) assert.ok(line.length < 400, line);
    });
  }
});
