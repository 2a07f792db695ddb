import { PayError } from '../error.js';
import { version } from '../version.js';
import { keepMetadata, parseMetadata } from './response-metadata.js';
import { parseResponse, parseErrorResponse, readBodyText } from './service-response.js';
import type { Schema } from './check.js';
import { createKeyRedactor } from './key-redactor.js';
import { readOptions, type PayClientOptions, type Settings } from './settings.js';

interface ServiceRequest<T> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below the base URL, from its slash; already encoded. */
  readonly path: string;
  readonly body?: unknown;
  /** The schema of a 2xx body. */
  readonly answer: Schema<T>;
  /** Whether the request may be repeated without a second effect. */
  readonly isIdempotent: boolean;
  /** Instead of the secret key. */
  readonly key?: string;
  /** Taken out of what is thrown or returned, such as a card's number. */
  readonly hidden?: string;
  /** A longer response body is an error; 1,000,000 when omitted. */
  readonly maxBytes?: number;
}

type SendRequest = <T>(request: ServiceRequest<T>) => Promise<T>;

/**
 * The service behind a base URL, addressed with the secret key. One request per call: nothing is retried, and no
 * redirect is followed, because the key would go with it. The key lives in this closure only.
 */
export function createSender(options: PayClientOptions): SendRequest {
  const settings = readOptions(options);
  const credentials = btoa(`${settings.secretKey}:`);
  const redactKey = createKeyRedactor(settings.secretKey, credentials);

  return async (request) => {
    const { method, path, body, answer: schema, isIdempotent, maxBytes = 1_000_000, key, hidden } = request;
    const withoutKey = (text: string) =>
      redactKey(hidden === undefined ? text : text.replaceAll(hidden, '…'));
    const headers: Record<string, string> = {
      accept: 'application/json',
      authorization: `Basic ${key === undefined ? credentials : btoa(`${key}:`)}`,
      // The service's firewall refuses the names that some clients have by default.
      'user-agent': `pay-checkout/${version}`,
    };
    const init: RequestInit = { method, headers, redirect: 'manual' };
    if (body !== undefined) {
      headers['content-type'] = 'application/json';
      init.body = JSON.stringify(body);
    }
    const answer = await exchange(settings, path, init, maxBytes).catch((cause: unknown) => {
      const hint = isIdempotent ? '' : ' It may have been carried out: look before you repeat it.';
      // Do not attach the cause: it may hold the request, which holds the key.
      throw new PayError(
        'network',
        `The service gave no answer: ${withoutKey(describeCause(cause))}.${hint}`,
        {
          retryable: isIdempotent,
        },
      );
    });
    // An answer may repeat what it was asked with, and what is thrown or returned here may be logged.
    const masked = { ...answer, text: answer.text && withoutKey(answer.text) };
    const { metadata } = answer;
    if (answer.status >= 200 && answer.status < 300)
      return keepMetadata(parseResponse(masked, schema), metadata);
    throw keepMetadata(parseErrorResponse(masked, isIdempotent), metadata);
  };
}

/** Sends and reads in full within the time, also when `fetch` pays no attention to the signal. */
async function exchange(settings: Settings, path: string, init: RequestInit, maxBytes: number) {
  // Called without `settings` as `this`: the native fetch throws with another `this`, and a custom fetch must not
  // receive the secret key.
  const { fetch: send, baseUrl, timeout } = settings;
  const controller = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`nothing came in full within ${timeout} ms`));
      controller.abort();
    }, timeout);
  });
  const sendAndRead = async () => {
    const response = await send(baseUrl + path, { ...init, signal: controller.signal });
    const text = await readBodyText(response, maxBytes);
    return { status: response.status, text, metadata: parseMetadata(response.headers) };
  };
  try {
    return await Promise.race([sendAndRead(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The words of an error and of what caused it; a failed fetch keeps its reason two levels down. */
function describeCause(thrown: unknown, depth = 0): string {
  if (typeof thrown !== 'object' || thrown === null || depth > 3) return 'it could not be reached';
  const { message, code, cause } = thrown as { message?: unknown; code?: unknown; cause?: unknown };
  const own = String(message || code || 'it could not be reached');
  return cause === undefined ? own : `${own}: ${describeCause(cause, depth + 1)}`;
}
