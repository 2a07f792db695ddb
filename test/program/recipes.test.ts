import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { createHmac } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { createTokenVerifier } from '../../src/program/tokens/token-verifier.js';
import { findProgram } from '../server/stores/server-process.js';
import { listen } from '../listen.js';
import { webhookSigningSecret, operatorKey, orderClaims, orderSecret } from './program.js';

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

/** One that needs no compiler. */
const script = (name: string, program: string, driver: string, file: string): Language => ({
  ...{ name, program, command: () => [program, drive(driver), recipe(file)] },
});

const languages: readonly Language[] = [
  script('PHP', 'php', 'drive.php', 'php/pay_checkout.php'),
  script('Python', 'python3', 'drive.py', 'python/pay_checkout.py'),
  script('Ruby', 'ruby', 'drive.rb', 'ruby/pay_checkout.rb'),
  script('Perl', 'perl', 'drive.pl', 'perl/PayCheckout.pm'),
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

/** Of this test alone; undefined where nothing can make one. */
const certificate = findProgram('openssl') && makeCertificate();
if (!certificate) console.log('Not tried: the recipes over https, because openssl is not installed.');

function makeCertificate() {
  const folder = temporary();
  const [key, cert] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const about = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const files = ['-keyout', key, '-out', cert];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', ...about, ...files], {
    stdio: 'ignore',
  });
  return { key: readFileSync(key), cert: readFileSync(cert) };
}

/** What stands where the program would, and writes down what it was asked. */
async function openOperatorRoutes(t: TestContext, secured?: ReturnType<typeof makeCertificate>) {
  const asked: (readonly unknown[])[] = [];
  let [status, body]: [number, object] = [200, { status: 'refunded' }];
  const listener: RequestListener = (request, response) => {
    let text = '';
    request.on('data', (part: Buffer) => (text += part.toString()));
    request.on('end', () => {
      const { authorization, 'idempotency-key': key } = request.headers;
      asked.push([request.method, request.url, authorization, key, JSON.parse(text)]);
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    });
  };
  const url = await listen(t, listener, secured && createSecureServer(secured, listener));
  return {
    url: secured ? url.replace('http', 'https') : url,
    asked,
    answer: (...next: [status: number, body: object]) => void ([status, body] = next),
  };
}

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

    const newsOf = (orderId: string) =>
      JSON.stringify({ type: 'order.paid', data: { order_id: orderId, verdict: 'paid' } });
    const body = newsOf('ä 7');
    const headersAt = (time: number, { secret = webhookSigningSecret, text = body } = {}) => ({
      'webhook-id': 'msg_1_Nw',
      'webhook-timestamp': String(Math.floor(time / 1000)),
      'webhook-signature': `v1,bm90IG91cnM= ${new Webhook(secret).sign('msg_1_Nw', new Date(time), text)}`,
    });

    it('reads a webhook, and nothing that somebody else has signed, changed, or kept for later', async () => {
      const read = (text: string, headers: object) =>
        run('news', text, JSON.stringify(headers), webhookSigningSecret);
      const headers = headersAt(Date.now());
      assert.deepEqual(await read(body, headers), JSON.parse(body));
      const refused: readonly (readonly [string, object])[] = [
        [body.replace('paid', 'Paid'), headers],
        [body, headersAt(Date.now(), { secret: `whsec_${Buffer.alloc(32, 1).toString('base64')}` })],
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

    it('reads no webhook without a secret, by which anybody could sign one', async () => {
      for (const secret of ['', 'whsec_']) {
        const signed = createHmac('sha256', '').update(`msg_1_Nw.${Math.floor(Date.now() / 1000)}.${body}`);
        const headers = { ...headersAt(Date.now()), 'webhook-signature': `v1,${signed.digest('base64')}` };
        const answer = await run('news', body, JSON.stringify(headers), secret).catch(() => null);
        assert.equal(answer, null, secret);
      }
    });

    /** Refunds the order that is named in a webhook, as a shop does. */
    const refund = (url: string, orderId: string, wanted: string) => {
      const text = newsOf(orderId);
      const news = [text, JSON.stringify(headersAt(Date.now(), { text })), webhookSigningSecret];
      return run('refund', url, operatorKey, ...news, 'refund-1', wanted);
    };

    it('refunds by the operator’s route, and says why a refund is refused', async (t) => {
      const { url, asked, answer } = await openOperatorRoutes(t);
      assert.deepEqual(await refund(url, 'order 7/a', '{}'), { status: 'refunded' });
      await refund(url, 'order 7/a', '{"amount":2500}');
      await refund(url, 'order 7/a', '{"amount":null}');
      const request = ['POST', '/orders/order%207%2Fa/refund', `Bearer ${operatorKey}`, 'refund-1'];
      assert.deepEqual(asked, [
        [...request, {}],
        [...request, { amount: 2500 }],
        // An amount that the shop has lost is sent, so that the program refuses it: it must not give back all that is left.
        [...request, { amount: name === 'Go' ? 0 : null }],
      ]);
      answer(409, { type: 'refused', message: 'The service has refused the refund.' });
      await assert.rejects(
        refund(url, 'order 7/a', '{}'),
        /refused\W+(?:message\W+)?The service has refused the refund\./,
      );
    });

    it('refunds the order of the webhook, in whatever letters its id is written', async (t) => {
      const { url, asked } = await openOperatorRoutes(t);
      const mixed = 'ä 50% %2F a/../8?a=1#b+c;d&e\\😀';
      await refund(url, 'طلب-7', '{}');
      await refund(url, mixed, '{}');
      const [arabic, other] = asked.map(([, path]) => path);
      assert.equal(arabic, '/orders/%D8%B7%D9%84%D8%A8-7/refund');
      const escaped = /^\/orders\/([^/?#]+)\/refund$/.exec(String(other))?.[1];
      assert.equal(decodeURIComponent(escaped ?? ''), mixed);
    });

    if (certificate)
      it('tells the operator’s key to no server whose certificate nobody vouches for', async (t) => {
        const { url, asked } = await openOperatorRoutes(t, certificate);
        await assert.rejects(refund(url, '7', '{}'));
        assert.deepEqual(asked, []);
      });
  });
}

console.log('Not tried: the recipe in C#, because .NET is not installed.');
