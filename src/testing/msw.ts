import { http, HttpResponse, type RequestHandler } from 'msw';
import { createSandbox } from '../sandbox/index.js';
import { trackSandbox } from './start-sandbox.js';
import { readNamespace, refuseLiveKey, type NamespaceOptions } from './test-keys.js';
import { createNamespaceControls, type TestSandbox } from './test-sandbox.js';

export { bankAnswers, testCards, type BankAnswer, type TestCard as Card } from './test-cards.js';
export type { TestSandbox } from './test-sandbox.js';

export interface MockSandbox extends TestSandbox {
  /** For `setupServer(...handlers)`, or `server.use(...handlers)`. They answer everything of the service's origin. */
  readonly handlers: readonly RequestHandler[];
}

/**
 * The payment service as handlers of MSW: the same sandbox as `startSandbox()` gives, without a port or a process.
 *
 * @param options `baseUrl` is the address that the code under test has; `https://api.example.com/v1` when omitted.
 */
export function mockSandbox({
  baseUrl = 'https://api.example.com/v1',
  ...options
}: NamespaceOptions & { readonly baseUrl?: string | undefined } = {}): MockSandbox {
  const namespace = readNamespace(options);
  const { origin } = new URL(baseUrl);
  const sandbox = createSandbox({ allowOrigins: [origin] });
  const send = (request: Request) => sandbox.fetch(request);
  const controls = trackSandbox(createNamespaceControls(baseUrl, namespace, send, () => sandbox.close()));
  const handler = http.all(`${origin}/*`, async ({ request }) => {
    try {
      refuseLiveKey(userNameIn(request.headers.get('authorization')));
    } catch (error) {
      const { message } = error as Error;
      return HttpResponse.json({ type: 'authentication_error', message, errors: null }, { status: 401 });
    }
    // A fault that drops the connection is an error of the network for the code under test.
    return send(request).catch(() => HttpResponse.error());
  });
  return Object.assign(controls, { handlers: [handler] });
}

/** The key of HTTP Basic. */
function userNameIn(authorization: string | null): string | undefined {
  const [, encoded] = /^basic +([a-z0-9+/=]+)$/i.exec(authorization ?? '') ?? [];
  return encoded === undefined ? undefined : atob(encoded);
}
