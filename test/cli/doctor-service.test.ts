import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { checks } from '../../src/cli/doctor/service/checks.js';
import { createRedactor } from '../../src/cli/doctor/service/redact.js';
import { runChecks, type Check } from '../../src/cli/doctor/service/run.js';
import { examineService, type ServiceDoctorOptions } from '../../src/cli/doctor/service/service.js';
import { type Body, createSession, type RecordedSession } from '../../src/cli/doctor/service/session.js';
import { type Decisions, decisionNames, decisionTable } from '../../src/sandbox/decisions.js';
import { createSandbox, publishableKey, secretKey, serve } from '../../src/sandbox/index.js';
import { version } from '../../src/version.js';
import { listen } from '../listen.js';
import { published } from '../readme/documents.mjs';
import { table } from '../readme/table.js';
import { client } from '../sandbox/shop.js';
import { temporaryFolder } from '../temporary-folder.js';

/** A request as the sandbox got it, by the doctor's clock. */
interface Arrival {
  readonly at: number;
  readonly agent: string | null;
}

interface ServiceOptions {
  readonly decisions?: Partial<Decisions>;
  /** Alters an answer on its way. */
  readonly change?: Change | undefined;
}

/** A sandbox on a port, whose time is the doctor's: where the doctor waits, both move on without waiting. */
async function startService({ decisions = {}, change }: ServiceOptions = {}) {
  // Morning, so that a day does not end within the checks that wait.
  let now = new Date().setUTCHours(5, 0, 0, 0);
  const arrivals: Arrival[] = [];
  const sandbox = createSandbox({ now: () => now, decisions });
  const { url, close } = await serve({
    ...sandbox,
    async fetch(request, env) {
      arrivals.push({ at: now, agent: request.headers.get('user-agent') });
      const called = `${request.method} ${new URL(request.url).pathname}`;
      const response = await sandbox.fetch(request, env);
      return change ? alter(response, called, change) : response;
    },
  });
  const fixtures = {
    coupons: [{ code: 'TEN', discount: 10, max_discount_amount: 15_000, prefixes: ['411111'] }],
  };
  await client((request) => sandbox.fetch(request), url)('POST', '/sandbox/fixtures', { body: fixtures });
  const clock = {
    now: () => now,
    async wait(ms: number) {
      now += ms;
      await sandbox.tick();
    },
  };
  const env = { PAY_SECRET_KEY: secretKey, PAY_PUBLISHABLE_KEY: publishableKey, PAY_BASE_URL: `${url}/v1` };
  return {
    env,
    clock,
    arrivals,
    async [Symbol.asyncDispose]() {
      await close();
      await sandbox.close();
    },
  };
}

/** What is altered in the answers to matching calls, such as `POST /v1/payments`. */
interface Change {
  readonly to: RegExp;
  /** Fields of a JSON body by their paths. */
  readonly fields?: Readonly<Record<string, unknown>>;
  /** Old and new. */
  readonly status?: readonly [number, number];
  readonly header?: readonly [string, string];
}

async function alter(response: Response, called: string, change: Change): Promise<Response> {
  if (!change.to.test(called)) return response;
  const headers = new Headers(response.headers);
  if (change.header) headers.set(...change.header);
  const status = change.status?.[0] === response.status ? change.status[1] : response.status;
  let text: string | null = await response.text();
  if (change.fields && text.startsWith('{')) {
    const body = JSON.parse(text) as Record<string, unknown>;
    for (const [path, value] of Object.entries(change.fields)) setField(body, path.split('.'), value);
    text = JSON.stringify(body);
    headers.delete('content-length');
  }
  if (status === 204 || (status >= 300 && status < 400)) text = null;
  return new Response(text, { status, headers });
}

function setField(body: Record<string, unknown>, path: readonly string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) body[name] = value;
  else if (typeof body[name] === 'object' && body[name] !== null)
    setField(body[name] as Record<string, unknown>, rest, value);
}

async function examine(options: ServiceDoctorOptions = {}, service: ServiceOptions = {}) {
  await using started = await startService(service);
  const report = await examineService(started.env, { clock: started.clock, withSlow: true, ...options });
  return { ...report, arrivals: started.arrivals };
}

const readChecks = (text: string) =>
  (JSON.parse(text) as { checks: readonly { id: string; expected: string; seen: string; agrees: boolean }[] })
    .checks;

/** The checks that no switch of the sandbox reverses, each with an answer that is contrary to what is expected. */
const otherwise = { type: 'api_error', message: 'No.' };
const intentIs = (status: string): Change => ({ to: /^GET \/v1\/payment_intents\//, fields: { status } });
const refusedOtherwise: Change = { to: /\/(fulfill|cancel)$/, fields: otherwise };
const ofPayment = (path: string, value: unknown): Change => ({
  to: /payments\/|fulfill$/,
  fields: { [path]: value },
});
const otherStatus = (to: RegExp, from: number, status: number): Change => ({ to, status: [from, status] });
const paymentIs = (status: string): Change => ({ to: /^GET \/v1\/payments\//, fields: { status } });
const taken = (to: RegExp) => otherStatus(to, 400, 201);
const fulfilling = /fulfill$/;

const contrary: Readonly<Record<string, Change>> = {
  'intent.refused-card': intentIs('fulfilled'),
  'intent.declined-card': intentIs('created'),
  'intent.second-payment': refusedOtherwise,
  'intent.two-at-once': refusedOtherwise,
  'intent.cancel-used': refusedOtherwise,
  'intent.fulfil-canceled': refusedOtherwise,
  'intent.time-of-use': {
    to: /^GET \/v1\/payment_intents\//,
    fields: { fulfilled_at: '2020-01-01T00:00:00Z' },
  },
  'intent.expired': intentIs('canceled'),
  'given-id.refused-payment': otherStatus(fulfilling, 201, 400),
  'given-id.version': taken(/payments$/),
  ...Object.fromEntries(
    ['mada', 'visa', 'master', 'amex', 'unionpay'].map((network) => [
      `card.${network}`,
      ofPayment('source.company', 'another'),
    ]),
  ),
  'card.declined': ofPayment('source.response_code', '05'),
  'payment.mask': ofPayment('source.number', 'XXXX-XXXX-XXXX-1111'),
  'payment.gateway-id': ofPayment('source.gateway_id', 'other_1'),
  'payment.format': ofPayment('amount_format', '1234.56 SAR'),
  'payment.format-decimals': ofPayment('amount_format', '1234.56 KWD'),
  'payment.captured': ofPayment('captured', 123_456),
  'payment.fee': ofPayment('fee', 1),
  'payment.token': ofPayment('source.token', 'token_1'),
  'payment.read-at-once': otherStatus(/^GET/, 200, 404),
  'payment.minimum': taken(/payments$/),
  'waiting.transaction-url': ofPayment('source.transaction_url', 'https://bank.example/'),
  'waiting.host': ofPayment('source.transaction_url', 'https://bank.example/'),
  'waiting.message': ofPayment('source.message', 'Waiting'),
  'waiting.reference-number': ofPayment('source.reference_number', '1'),
  'waiting.response-code': ofPayment('source.response_code', '00'),
  'waiting.token': ofPayment('source.token', 'token_1'),
  'waiting.saved-card': ofPayment('source.token', null),
  'metadata.none': ofPayment('metadata', {}),
  'metadata.values': ofPayment('metadata.number', '7'),
  'metadata.at-the-limits': ofPayment('metadata', null),
  'metadata.key-length': taken(fulfilling),
  'metadata.value-length': taken(fulfilling),
  'challenge.pages': {
    to: /set_auth_result$/,
    status: [200, 302],
    header: ['location', 'https://shop.example/return'],
  },
  'challenge.return': { to: /acs_return$/, header: ['location', 'https://shop.example/return?id=1'] },
  ...Object.fromEntries(
    [
      'unauthenticated',
      'cancelled-authentication',
      'authentication-not-available',
      'authentication-rejected',
      'authentication-server-error',
    ].map((answer) => [`challenge.${answer}`, paymentIs('paid')]),
  ),
  'challenge.response-code': ofPayment('source.response_code', '05'),
  'challenge.frame': { to: /prepare$/, header: ['x-frame-options', 'DENY'] },
  'challenge.timeout-message': ofPayment('source.message', 'Too late'),
  'capture.part': ofPayment('captured', 123_456),
  'capture.again': otherStatus(/capture$/, 400, 200),
  'capture.paid': otherStatus(/capture$/, 400, 200),
  'refund.part': ofPayment('refunded', 123_456),
  'refund.too-much': otherStatus(/refund$/, 400, 200),
  'refund.more-than-captured': otherStatus(/refund$/, 400, 200),
  'refund.whole-again': otherStatus(/refund$/, 400, 200),
  'void.paid': otherStatus(/void$/, 200, 400),
  'void.authorized': otherStatus(/void$/, 200, 400),
  'void.again': otherStatus(/void$/, 400, 200),
  'void.refunded': otherStatus(/void$/, 400, 200),
  'invoice.minimum': taken(/invoices$/),
  'invoice.past': taken(/invoices$/),
  'invoice.date': { to: /invoices$/, fields: { expired_at: '2020-01-01T00:00:00Z' } },
  'invoice.loopback': otherStatus(/invoices$/, 201, 400),
  'invoice.cancel-again': otherStatus(/cancel$/, 400, 200),
  'invoice.declined': { to: /^GET \/v1\/invoices/, fields: { status: 'failed' } },
  'invoice.refunded': { to: /^GET \/v1\/invoices/, fields: { status: 'paid' } },
  'token.made': { to: /tokens$/, fields: { year: '30' } },
  'token.read': { to: /^GET/, fields: { verification_url: 'https://bank.example/' } },
  'token.form': otherStatus(/tokens$/, 201, 400),
  'token.refused': { to: /tokens$/, fields: { errors: null } },
  'token.amex': taken(/tokens$/),
  'token.active': { to: /^GET \/v1\/tokens/, fields: { status: 'inactive' } },
  'token.by-payment': { to: /^GET \/v1\/tokens/, fields: { status: 'initiated' } },
  'token.deleted': otherStatus(/^DELETE/, 204, 200),
  'webhook.registered': { to: /webhooks$/, fields: { shared_secret: 'x' } },
  'webhook.list': { to: /^GET \/v1\/webhooks$/, fields: { meta: {} } },
  'webhook.attempt': { to: /attempts$/, fields: { 'webhook_attempts.0.retry_number': 0 } },
  'coupon.refused': ofPayment('amount', 100),
  'coupon.refund': otherStatus(/refund$/, 400, 200),
  'coupon.metadata': { to: /payments$/, fields: { metadata: { '#coupon_id': '1' } } },
  'error.state': { to: /capture$/, fields: { errors: {} } },
  'error.unknown-path': otherStatus(/doctor$/, 404, 400),
  'error.no-key': otherStatus(/^GET/, 401, 403),
  ...Object.fromEntries(
    ['number', 'month', 'cvc', 'year', 'name'].map((field) => [`error.card-${field}`, taken(/payments$/)]),
  ),
  'answer.date': { to: /^GET/, header: ['date', 'never'] },
  'list.meta': { to: /^GET/, fields: { 'meta.more': 1 } },
  'list.empty': { to: /^GET/, fields: { 'meta.total_pages': 0 } },
  'list.newest': { to: /^GET/, fields: { payments: [] } },
  ...Object.fromEntries(
    ['metadata', 'last-digits', 'receipt'].map((name) => [
      `list.by-${name}`,
      { to: /^GET \/v1\/payments$/, fields: { payments: [] } },
    ]),
  ),
  'stc-pay.waiting': ofPayment('source.transaction_url', 'https://stc.example/'),
  'stc-pay.malformed-mobile': taken(fulfilling),
  'stc-pay.currency': taken(fulfilling),
  'stc-pay.code': otherStatus(/proceed$/, 400, 200),
  'stc-pay.void-and-refund': otherStatus(/void$/, 400, 200),
  'stc-pay.timeout': paymentIs('initiated'),
  'apple-pay.token': taken(fulfilling),
};

const openSession = ({ env, clock }: Awaited<ReturnType<typeof startService>>) =>
  createSession({ secretKey, publishableKey, baseUrl: env.PAY_BASE_URL }, clock);

/** What a run made and did not undo. */
async function findLeftovers(session: RecordedSession): Promise<readonly unknown[]> {
  const made = new Set(
    session.exchanges.flatMap(({ received }) => {
      const { id, client_secret: isIntent, verification_url: isToken } = Object(received) as Body;
      const path = isIntent ? 'payment_intents' : isToken ? 'tokens' : undefined;
      return path ? [`/${path}/${String(id)}`] : [];
    }),
  );
  assert.ok(made.size > 5);
  const left: unknown[] = [];
  for (const path of made) {
    const { status, body } = await session.call({ path });
    const isOpen =
      body['status'] === 'created' && Date.parse(String(body['expires_at'])) > session.clock.now();
    if (status === 200 && (isOpen || path.startsWith('/tokens'))) left.push(path);
  }
  const states = ['payments?status=paid', 'payments?status=authorized', 'payments?status=captured'];
  for (const path of [...states, 'invoices?status=initiated', 'webhooks']) {
    const { body } = await session.must({ path: `/${path}` });
    left.push(...(body[path.replace(/\?.*/, '')] as readonly unknown[]));
  }
  return left;
}

/** These hide, or cannot be told from, what becomes of an id that comes again. */
const alone: readonly (keyof Decisions)[] = ['givenId', 'refusalOrder'];
const others = decisionNames.filter((name) => !alone.includes(name));
/** Halves of the others, so that of each two some half has the one without the other. */
const halves = Array.from({ length: Math.ceil(Math.log2(others.length)) }, (_, bit) =>
  [0, 1].map((side) => ({ bit, names: others.filter((_, at) => ((at >> bit) & 1) === side) })),
).flat();
/** What the service does otherwise in each run: each value of each decision in some of them. */
const reversals = [...alone.map((name) => ({ bit: 0, names: [name] })), ...halves].map(({ bit, names }) =>
  names.map((name) => {
    const [, ...values] = decisionTable[name].values;
    return [name, values[bit % values.length]] as const;
  }),
);

const once = <T>(make: () => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};

describe('pay-checkout doctor --service', () => {
  const keep = join(temporaryFolder({ after }), 'bodies.json');
  /** A run of all checks takes seconds, so tests that only read what came of it share one. */
  const agreeing = once(() => examine({ json: true, keep }));
  const differing = once(() => examine({}, { decisions: { secondRefund: 'refused' } }));

  it('agrees with the sandbox in every check', async () => {
    const { code, text } = await agreeing();
    assert.deepEqual(
      readChecks(text).filter(({ agrees }) => !agrees),
      [],
    );
    assert.equal(code, 0);
    assert.deepEqual(
      readChecks(text).map(({ id }) => id),
      checks.map(({ id }) => id),
    );
  });

  for (const reversed of reversals)
    it(`names exactly the checks of the decisions that the service makes otherwise: ${reversed.join(' ')}`, async () => {
      const { code, text } = await examine({ json: true }, { decisions: Object.fromEntries(reversed) });
      const different = readChecks(text).filter(({ agrees }) => !agrees);
      const decided = different.map(({ id }) => checks.find((check) => check.id === id)?.decision ?? id);
      assert.deepEqual(decided.sort(), reversed.map(([name]) => name).sort(), JSON.stringify(different));
      assert.equal(code, 1);
    });

  for (const check of checks.filter(({ decision }) => !decision))
    it(`sees an answer that is contrary to what ${check.id} expects`, async () => {
      const change = contrary[check.id];
      assert.ok(change, `${check.id} needs a contrary answer in this table, or a switch of the sandbox`);
      await using service = await startService({ change });
      const session = openSession(service);
      const { results } = await runChecks([check], session, { withSlow: true });
      assert.deepEqual(
        results.map(({ id, agrees }) => [id, agrees]),
        [[check.id, false]],
      );
      assert.doesNotMatch(results[0]?.seen ?? '', /not tried/);
    });

  it('sends at most two requests in any second, with a name of its own', async () => {
    const { arrivals } = await agreeing();
    const times = arrivals.map(({ at }) => at);
    assert.ok(times.every((at, index) => index < 2 || at - (times[index - 2] ?? 0) >= 1000));
    assert.deepEqual([...new Set(arrivals.map(({ agent }) => agent))], [`pay-checkout-doctor/${version}`]);
  });

  it('leaves no intent, no held money, no invoice, no webhook and no saved card behind', async () => {
    await using service = await startService();
    const session = openSession(service);
    await runChecks(checks, session, { withSlow: true });
    assert.deepEqual(await findLeftovers(session), []);
  });

  it('cleans up after an interruption between two checks', async () => {
    await using service = await startService();
    const session = openSession(service);
    const interruption = new AbortController();
    const interrupting: Check = {
      id: 'interrupting',
      what: '',
      expected: '',
      run: async () => {
        interruption.abort();
        return '';
      },
    };
    const list = [...checks.slice(0, 30), interrupting, ...checks.slice(30)];
    await assert.rejects(
      runChecks(list, session, { signal: interruption.signal }),
      /The run was interrupted\./,
    );
    assert.deepEqual(await findLeftovers(session), []);
  });

  it('cleans up after an interruption while a check waits', async () => {
    await using service = await startService();
    const interruption = new AbortController();
    const { clock } = service;
    const stopping = {
      ...clock,
      wait(ms: number) {
        if (ms < 60_000) return clock.wait(ms);
        interruption.abort();
        return new Promise<void>(() => undefined);
      },
    };
    const session = openSession({ ...service, clock: stopping });
    const run = runChecks(checks, session, { withSlow: true, signal: interruption.signal });
    await assert.rejects(run, /The run was interrupted\./);
    assert.deepEqual(await findLeftovers(session), []);
  });

  it('leaves the checks out that wait for hours, and names them', async () => {
    const { text, code } = await examine({ withSlow: false });
    assert.equal(code, 0, text);
    assert.match(text, /^Left out, .*\(--slow\): intent\.expired, .*stc-pay\.timeout\.$/m);
  });

  it('prints a table with ours, what was seen and what differs, and the switch that plays it', async () => {
    const { text } = await differing();
    assert.match(text, /^# +check +ours +seen +differs$/m);
    assert.match(
      text,
      /^\d+ +refund\.again +200 refunded, refunded 100000 +400 invalid_request_error +DIFFERS$/m,
    );
    assert.match(text, /^\d+ +refund\.part +(200 refunded, refunded 50000) +\1$/m);
    assert.match(text, /^refund\.again: .* --decision secondRefund=…$/m);
  });

  it('shows no key, no card and no name in its reports and in the file of --keep', async () => {
    const texts = [(await differing()).text, (await agreeing()).text, readFileSync(keep, 'utf8')];
    for (const text of texts) {
      assert.doesNotMatch(
        text,
        /[sp]k_(test|live)_|pi_secret_\w|token_\w|Doctor Check|a secret of the doctor/,
      );
      assert.doesNotMatch(text, /[1-9]\d{11}|\b[1-9]\d{3}-\d\d(XX|\d\d)-|[0-9a-f]{8}-[0-9a-f]{4}-/);
    }
    const [first] = JSON.parse(texts[2] ?? '') as readonly object[];
    assert.deepEqual(Object.keys(first ?? {}), ['check', 'method', 'path', 'sent', 'status', 'received']);
  });

  for (const [what, body, redacted] of [
    ['a secret in any field', { note: 'of pi_secret_a-1_b' }, { note: 'of pi_secret_…' }],
    ['a key in a sentence', { message: 'sk_test_abc is wrong' }, { message: '… is wrong' }],
    ['a card in a sentence', { message: 'no 4111111111111111' }, { message: 'no …' }],
    ['a masked card', { number: '4111-11XX-XXXX-1111' }, { number: '0000-00AA-AAAA-0000' }],
    ['a name', { source: { name: 'Sara ÉÀ' } }, { source: { name: 'Aaaa AA' } }],
    [
      'the token of an address',
      { url: 'https://a.example/b?otp_token=2Qr' },
      { url: 'https://a.example/b?otp_token=…' },
    ],
    [
      'a long word with digits',
      { url: 'https://a.example/3ds/abcdefghij-klmnopqrst-1?a=b' },
      { url: 'https://a.example/3ds/…?a=b' },
    ],
    [
      'ids, which stay equal',
      { id: '2bc88c56-47ac-49f9-a612-a06a0a128219', list: ['2BC88C56-47AC-49F9-A612-A06A0A128219'] },
      { id: 'id-1', list: ['id-1'] },
    ],
    [
      'nothing that is neither',
      { amount: 100, metadata: null, live: false },
      { amount: 100, metadata: null, live: false },
    ],
  ] as const)
    it(`takes out of a body ${what}`, () => assert.deepEqual(createRedactor([])(body), redacted));

  for (const [what, { keep, ...keys }, message] of [
    ['a live secret key', { PAY_SECRET_KEY: 'sk_live_abcdef' }, /The keys are live\./],
    ['a live publishable key', { PAY_PUBLISHABLE_KEY: 'pk_live_abcdef' }, /The keys are live\./],
    ['a missing key', { PAY_PUBLISHABLE_KEY: '' }, /PAY_PUBLISHABLE_KEY is missing\./],
    [
      'a file that cannot be written',
      { keep: '/nowhere/a.json' },
      /The file \/nowhere\/a\.json cannot be written\./,
    ],
  ] as readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[])
    it(`sends nothing and ends with code 2 for ${what}`, async () => {
      await using service = await startService();
      const { env, clock, arrivals } = service;
      const { code, text } = await examineService({ ...env, ...keys }, { clock, keep });
      assert.equal(code, 2);
      assert.match(text, message);
      assert.deepEqual(arrivals, []);
      assert.doesNotMatch(text, /abcdef/);
    });

  it('ends with code 2 and names keys of two accounts', async () => {
    await using service = await startService();
    const env = { ...service.env, PAY_SECRET_KEY: 'sk_test_other' };
    const { code, text } = await examineService(env, { clock: service.clock });
    assert.deepEqual([code, text], [2, 'The two keys are of two accounts. Take both from one account.']);
  });

  it('ends with code 2 if the service limits the requests', async () => {
    const { code, text } = await examine({}, { change: otherStatus(/webhooks$/, 201, 429) });
    assert.equal(code, 2);
    assert.match(text, /limits the requests \(429\)/);
  });

  it('ends with code 2 and names a service that does not answer', async () => {
    await using service = await startService();
    const env = { ...service.env, PAY_BASE_URL: 'http://127.0.0.1:9/v1' };
    const { code, text } = await examineService(env, { clock: service.clock });
    assert.equal(code, 2);
    assert.match(text, /makes no payment intent \(no answer/);
  });

  for (const [what, status, body, message] of [
    ['a firewall', 403, '<!doctype html>', /makes no payment intent \(403 without JSON/],
    ['something that is not the service', 200, '[]', /makes no payment intent \(200 without a secret/],
    ['a service that refuses the key', 401, '', /refuses the secret key/],
  ] as const)
    it(`ends with code 2 and says what answers in place of the service: ${what}`, async (t) => {
      await using service = await startService();
      const url = await listen(t, (_, response) => response.writeHead(status).end(body));
      const env = { ...service.env, PAY_BASE_URL: `${url}/v1` };
      const { code, text } = await examineService(env, { clock: service.clock });
      assert.equal(code, 2);
      assert.match(text, message);
    });

  it('has the table of the checks that the sandbox can answer otherwise in the documents', () => {
    const rows = checks.flatMap(({ id, what, expected, decision, isSlow }) =>
      decision ? [[`\`${id}\`${isSlow ? ' (slow)' : ''}`, what, expected, `\`${decision}\``]] : [],
    );
    const text = table(['check', 'what', 'ours', 'switch of the sandbox'], rows);
    assert.equal(published('service-checks', text), text);
  });

  it('gives each check an id of its own', () => {
    assert.equal(new Set(checks.map(({ id }) => id)).size, checks.length);
  });
});
