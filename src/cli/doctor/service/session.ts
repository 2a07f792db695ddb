import { randomUUID } from 'node:crypto';
import { version } from '../../../version.js';
import type { DoctorClock } from './pacing.js';
import { createPacer } from './pacing.js';

interface ServiceSettings {
  /** Both are test keys of one account. */
  readonly secretKey: string;
  readonly publishableKey: string;
  /** With its version, without a slash at the end. */
  readonly baseUrl: string;
}

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'OPTIONS';
  /** Below the base URL from its slash, or an address. */
  readonly path: string;
  /** Sent as JSON; a `URLSearchParams` is sent as a form. */
  readonly body?: object;
  /** `secret` if omitted. Addresses outside the base URL get no key. */
  readonly key?: 'secret' | 'publishable' | 'none';
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The JSON body; an empty object for any other. */
  readonly body: Body;
}

/** A JSON object whose fields are not known. */
export type Body = Readonly<Record<string, unknown>>;

/** One request and its answer, for the file of `--keep`. */
interface Exchange {
  readonly check: string;
  readonly method: string;
  readonly path: string;
  readonly sent: unknown;
  readonly status: number;
  readonly received: unknown;
}

/** The service cannot be checked at all; the message says why and what to do. */
export class CannotRun extends Error {}

/** One check cannot be carried out because a step before its question failed; the message says which. */
export class StepFailed extends Error {}

const timeoutMs = 30_000;
const userAgent = `pay-checkout-doctor/${version}`;

/** The JSON object in a text; an empty one for anything else. */
export function parseBody(text: string): Body {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Body) : {};
  } catch {
    return {};
  }
}

/** The field of a body at a path such as `source.number`. */
export const fieldOf = (body: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((inner, name) => (Object(inner) as Body)[name], body);

export const textOf = (body: unknown, path: string): string => {
  const value = fieldOf(body, path);
  return typeof value === 'string' ? value : '';
};

/** The requests of one run: paced, recorded, and undone at the end. */
export interface Session {
  readonly clock: DoctorClock;
  readonly settings: ServiceSettings;
  call(call: Call): Promise<Answer>;
  /** Sends both requests at the same time. */
  callBoth(one: Call, other: Call): Promise<readonly [Answer, Answer]>;
  /** Like `call`; throws `StepFailed` unless the status is 2xx. */
  must(call: Call): Promise<Answer>;
  /** What the first check with this name made, for the checks after it. */
  share<T>(name: string, make: () => Promise<T>): Promise<T>;
}

export interface RecordedSession extends Session {
  readonly exchanges: readonly Exchange[];
  /** Names the check to which the next requests belong. */
  begin(check: string): void;
  /** Cancels, voids and deletes what the run made and what can be undone. */
  cleanUp(): Promise<void>;
}

export function createSession(settings: ServiceSettings, clock: DoctorClock): RecordedSession {
  const takeTurn = createPacer(clock);
  const exchanges: Exchange[] = [];
  const shared = new Map<string, Promise<unknown>>();
  const leftovers = createLeftovers();
  const madeIds = new Set<string>();
  const origin = new URL(settings.baseUrl).origin;
  const keys = { secret: settings.secretKey, publishable: settings.publishableKey };
  let check = '';

  /** A list holds other objects of the account too. Only those of this run are kept. */
  const keepOwn = (body: Body): Body =>
    Object.fromEntries(
      Object.entries(body).map(([name, value]) => [
        name,
        Array.isArray(value)
          ? value.filter((item) => typeof item !== 'object' || isOwn(item as object))
          : value,
      ]),
    );
  const isOwn = (item: object) => ['id', 'webhook_id'].some((field) => madeIds.has(textOf(item, field)));

  async function send({ method = 'GET', path, body, key = 'secret', headers = {} }: Call): Promise<Answer> {
    const isAddress = /^https?:/.test(path);
    const isForm = body instanceof URLSearchParams;
    const hasKey = key !== 'none' && !isAddress;
    const response = await fetch(isAddress ? path : settings.baseUrl + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: isAddress ? 'text/html' : 'application/json',
        'user-agent': userAgent,
        ...(hasKey && { authorization: `Basic ${btoa(`${keys[key]}:`)}` }),
        ...(body && !isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = { status: response.status, headers: response.headers, text, body: parseBody(text) };
    if (method === 'POST') madeIds.add(textOf(answer.body, 'id'));
    exchanges.push({
      check,
      method,
      path: path.replace(origin, ''),
      sent: isForm ? Object.fromEntries(body) : (body ?? null),
      status: answer.status,
      received: text.startsWith('{') ? keepOwn(answer.body) : `${text.length} characters`,
    });
    leftovers.watch(method, path, answer);
    return answer;
  }

  async function sendOrThrow(call: Call): Promise<Answer> {
    const answer = await send(call).catch(() => {
      throw new StepFailed(`no answer: ${describeCall(call)}`);
    });
    if (answer.status === 429)
      throw new CannotRun('The service limits the requests (429). Run the checks again later.');
    return answer;
  }

  const session: RecordedSession = {
    clock,
    settings,
    exchanges,
    begin: (name) => (check = name),
    async call(call) {
      await takeTurn(1);
      return sendOrThrow(call);
    },
    async callBoth(one, other) {
      await takeTurn(2);
      return Promise.all([sendOrThrow(one), sendOrThrow(other)]);
    },
    async must(call) {
      const answer = await session.call(call);
      if (answer.status >= 200 && answer.status < 300) return answer;
      // A firewall, or another thing than the service, answers with a page.
      const form = answer.text === '' || answer.text.startsWith('{') ? '' : ' without JSON';
      throw new StepFailed(`${answer.status}${form}: ${describeCall(call)}`);
    },
    share<T>(name: string, make: () => Promise<T>) {
      const made = shared.get(name) ?? make();
      shared.set(name, made);
      return made as Promise<T>;
    },
    async cleanUp() {
      check = 'clean-up';
      for (const ways of leftovers.list())
        for (const call of ways) {
          // What cannot be undone stays; it is an object of the test mode.
          const answer = await session.call(call).catch(() => undefined);
          if (answer === undefined || answer.status < 300) break;
        }
    },
  };
  return session;
}

/** Ids are left out, so that reports of two runs are equal. */
const describeCall = ({ method = 'GET', path }: Call) =>
  `${method} ${path
    .replace(/^https?:\/\/[^/]+/, '')
    .replace(/\?.*/, '')
    .replace(/[^/]*[0-9][^/]*/g, (part) => (part === 'v1' ? part : '…'))}`;

/** Ways to undo one thing; each is tried only after the service refused the ways before it. */
type Undo = readonly Call[];

const post = (path: string): Call => ({ method: 'POST', path });

/** Remembers how to undo what answers show to be there. */
function createLeftovers() {
  const undo = new Map<string, Undo>();
  const note = (path: string, isThere: boolean, ...ways: Undo) => {
    if (isThere) undo.set(path, ways);
    else undo.delete(path);
  };
  return {
    list: (): readonly Undo[] => [...undo.values()],
    watch(method: string, path: string, { status, body }: Answer): void {
      if (status >= 300) return;
      const id = encodeURIComponent(textOf(body, 'id'));
      const state = textOf(body, 'status');
      if (textOf(body, 'client_secret')) {
        const item = `/payment_intents/${id}`;
        note(item, state === 'created', post(`${item}/cancel`));
      } else if (typeof fieldOf(body, 'source') === 'object') {
        const item = `/payments/${id}`;
        const holdsMoney = ['paid', 'authorized', 'captured'].includes(state);
        // A void is refused after some hours.
        note(item, holdsMoney, post(`${item}/void`), post(`${item}/refund`));
        if (path.endsWith('/fulfill')) undo.delete(path.replace(/\/fulfill$/, ''));
      } else if (/^\/invoices\b/.test(path) && id) {
        note(`/invoices/${id}`, state === 'initiated', post(`/invoices/${id}/cancel`));
      } else if (method === 'POST' && /^\/(webhooks|tokens)$/.test(path) && id)
        note(`${path}/${id}`, true, { method: 'DELETE', path: `${path}/${id}` });
      else if (method === 'DELETE') undo.delete(path);
    },
  };
}

/** A new id for a payment. */
export const createGivenId = () => randomUUID();
