import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { createTokenVerifier } from '../../src/server-program/tokens/token-verifier.js';
import { findProgram } from '../stores/server-process.js';
import { newsSecret, operatorKey, orderClaims, orderSecret } from './program.js';

const path = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const recipe = (file: string) => path(`../../demo/recipes/languages/${file}`);
const drive = (file: string) => path(`languages/${file}`);

interface Language {
  readonly name: string;
  readonly program: string;
  /** The command, to which what is to be done is added. */
  command(): readonly [program: string, ...args: string[]];
}

function temporary(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pay-recipe-'));
  // A hook would belong to the test that comes first, and the others use the folder too.
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const languages: readonly Language[] = [
  { name: 'PHP', program: 'php', command: () => ['php', drive('drive.php'), recipe('php/pay_checkout.php')] },
  {
    name: 'Python',
    program: 'python3',
    command: () => ['python3', drive('drive.py'), recipe('python/pay_checkout.py')],
  },
  {
    name: 'Ruby',
    program: 'ruby',
    command: () => ['ruby', drive('drive.rb'), recipe('ruby/pay_checkout.rb')],
  },
  {
    name: 'Perl',
    program: 'perl',
    command: () => ['perl', drive('drive.pl'), recipe('perl/PayCheckout.pm')],
  },
  {
    name: 'Go',
    program: 'go',
    command() {
      const folder = temporary();
      cpSync(recipe('go'), folder, { recursive: true });
      mkdirSync(join(folder, 'drive'));
      writeFileSync(join(folder, 'drive/main.go'), readFileSync(drive('drive.go.txt')));
      execFileSync('go', ['build', '-o', join(folder, 'driver'), './drive'], { cwd: folder });
      return [join(folder, 'driver'), '-'];
    },
  },
  {
    name: 'Java',
    program: 'javac',
    command() {
      const folder = temporary();
      execFileSync('javac', ['-d', folder, recipe('java/PayCheckout.java'), drive('Drive.java')]);
      return ['java', '-cp', folder, 'Drive', '-'];
    },
  },
];

const verifier = createTokenVerifier({ kind: 'secrets', secrets: [{ kid: 'shop', secret: orderSecret }] });

for (const { name, program, command } of languages) {
  if (!findProgram(program)) {
    console.log(`Not tried: the recipe in ${name}, because ${program} is not installed.`);
    continue;
  }
  describe(`the recipe in ${name}`, () => {
    let cached: ReturnType<typeof command> | undefined;
    const run = async (...given: string[]): Promise<unknown> => {
      const [file, ...args] = (cached ??= command());
      const { stdout } = await promisify(execFile)(file, [...args, ...given]);
      return JSON.parse(stdout);
    };

    it('signs an order that the program takes', async () => {
      const order = orderClaims({
        lines: [{ text: 'تمر ½ "kg"', amount: 10_000 }],
        metadata: { cart: '12' },
      });
      const token = (await run('sign', JSON.stringify(order), 'shop', orderSecret)) as string;
      const { claims } = await verifier.verify(token);
      const { iat, ...same } = claims;
      assert.deepEqual(same, order);
      // The recipe in Java takes the claims as a text, and adds nothing.
      if (name !== 'Java') assert.ok(Math.abs(iat! - Date.now() / 1000) < 120);
    });

    const body = JSON.stringify({ type: 'order.paid', data: { order_id: 'ä 7', verdict: 'paid' } });
    const headersAt = (time: number, secret = newsSecret) => ({
      'webhook-id': 'msg_1_Nw',
      'webhook-timestamp': String(Math.floor(time / 1000)),
      'webhook-signature': `v1,bm90IG91cnM= ${new Webhook(secret).sign('msg_1_Nw', new Date(time), body)}`,
    });

    it('reads news, and nothing that somebody else has signed, changed, or kept for later', async () => {
      const read = (text: string, headers: object) => run('news', text, JSON.stringify(headers), newsSecret);
      const headers = headersAt(Date.now());
      assert.deepEqual(await read(body, headers), JSON.parse(body));
      const refused: readonly (readonly [string, object])[] = [
        [body.replace('paid', 'Paid'), headers],
        [body, headersAt(Date.now(), `whsec_${Buffer.alloc(32, 1).toString('base64')}`)],
        [body, headersAt(Date.now() - 600_000)],
        [body, headersAt(Date.now() + 600_000)],
        [body, { ...headers, 'webhook-id': 'msg_2_Nw' }],
        [body, { ...headers, 'webhook-signature': 'v1,' }],
        [body, {}],
      ];
      const answers = await Promise.all(refused.map(([text, given]) => read(text, given)));
      assert.deepEqual(
        answers,
        refused.map(() => null),
      );
    });

    it('refunds by the operator’s route, and says why a refund is refused', async (t) => {
      const asked: unknown[] = [];
      let [status, answer]: [number, object] = [200, { status: 'refunded' }];
      const server = createServer((request, response) => {
        let text = '';
        request.on('data', (part: Buffer) => (text += part.toString()));
        request.on('end', () => {
          const { authorization, 'idempotency-key': key } = request.headers;
          asked.push([request.method, request.url, authorization, key, JSON.parse(text)]);
          response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
        });
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      t.after(() => {
        server.closeAllConnections();
        server.close();
      });
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const given = ['refund', url, operatorKey, 'order 7/a', 'refund-1'] as const;
      assert.deepEqual(await run(...given, '{}'), { status: 'refunded' });
      await run(...given, '{"amount":2500}');
      await run(...given, '{"amount":null}');
      const request = ['POST', '/orders/order%207%2Fa/refund', `Bearer ${operatorKey}`, 'refund-1'];
      assert.deepEqual(asked, [
        [...request, {}],
        [...request, { amount: 2500 }],
        // An amount that the shop has lost is sent, so that the program refuses it: it must not give back all that is left.
        [...request, { amount: name === 'Go' ? 0 : null }],
      ]);
      [status, answer] = [409, { type: 'refused', message: 'The service has refused the refund.' }];
      await assert.rejects(
        run(...given, '{}'),
        /refused\W+(?:message\W+)?The service has refused the refund\./,
      );
    });
  });
}

console.log('Not tried: the recipe in C#, because .NET is not installed.');
