import type { Context, Next } from 'hono';
import { parsedBody } from '../http/auth.js';
import type { SandboxEnv } from '../http/context.js';
import { respondWithRequestError } from '../http/answer-error.js';
import { invalidRequest, invalidFields, RequestError } from '../http/refusal.js';
import {
  type DeliveryFault,
  faultHeader,
  faultsOf,
  parseFault,
  type RequestFault,
  type RouteName,
} from './faults.js';

/** A card asks for a fault by the name of its holder, such as `Fault drop-after`. */
const holderWithFault = /^fault\s+(.+)$/i;

/** The routes whose requests lead to a message about a payment. */
const announced: readonly RouteName[] = ['fulfil', 'send-code', 'capture', 'refund', 'void'];

interface RequestedFaults {
  readonly request?: RequestFault;
  readonly delivery?: DeliveryFault;
}

/**
 * Injects the fault that the request asks for, or the next one for its route. Call it before everything else of the
 * route: most faults replace the work.
 */
export async function injectFault(
  c: Context<SandboxEnv>,
  route: RouteName,
  next: Next,
): Promise<Response | undefined> {
  const { faults } = c.var.namespace;
  const { request, delivery } = await faultsAskedFor(c, route);
  if (delivery) c.set('deliveryFault', delivery);
  const playing = request ?? faults.takeForRequest(route);
  const instead = playing && respondWithFault(c, playing);
  if (instead) return instead;
  try {
    await next();
    if (playing && playing.fault !== 'delay') await alterResponse(c, playing);
  } finally {
    // An error response is late too, as with a slow service.
    if (playing?.fault === 'delay') await faults.wait(playing.ms);
  }
  return undefined;
}

async function faultsAskedFor(c: Context<SandboxEnv>, route: RouteName): Promise<RequestedFaults> {
  const header = c.req.header(faultHeader);
  const asked = (header ?? '')
    .split(',')
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .map((text) => read(text, route, (problem) => invalidRequest(`${faultHeader}: ${problem}`)));
  if (route === 'fulfil' || route === 'save-card') {
    const [field, name] = await holderOf(c);
    const text = holderWithFault.exec(name)?.[1];
    if (text !== undefined)
      asked.push(read(text.trim().toLowerCase(), route, (problem) => invalidFields({ [field]: [problem] })));
  }
  return Object.assign({}, ...asked) as RequestedFaults;
}

/** The card holder's name, and where it stands in the body. */
async function holderOf(c: Context<SandboxEnv>): Promise<readonly [field: string, name: string]> {
  // The faults of a card are rare, so a body without the word is not parsed here.
  if (!/"fault\s/i.test(await c.req.text())) return ['name', ''];
  const body = await parsedBody(c);
  const source = body['source'];
  const [field, card] =
    typeof source === 'object' && source !== null
      ? ['source.name', source as Record<string, unknown>]
      : ['name', body];
  return [field, typeof card['name'] === 'string' ? card['name'] : ''];
}

function read(text: string, route: RouteName, refusal: (problem: string) => RequestError): RequestedFaults {
  const parsed = parseFault(text);
  if (!parsed) throw refusal(`"${text}" is not a fault, such as "drop-after" or "delivery duplicate"`);
  if ('delivery' in parsed && !announced.includes(route))
    throw refusal(`a delivery's fault is for requests that lead to a message: ${announced.join(', ')}`);
  if ('request' in parsed && !faultsOf(route).includes(parsed.request.fault))
    throw refusal(`"${text}" is not possible for the route ${route}`);
  return parsed;
}

/** Responds instead of the work, for the faults that do. */
function respondWithFault(c: Context<SandboxEnv>, { fault }: RequestFault): Response | undefined {
  switch (fault) {
    case 'drop-before':
      c.env.drop();
      return c.body(null);
    case 'html-403':
      return c.html('<!doctype html><title>403 Forbidden</title><h1>Request blocked</h1>', 403);
    case '401':
      return respondWithRequestError(
        c,
        new RequestError(401, 'authentication_error', 'Invalid authorization credentials.'),
      );
    case '405':
      return respondWithRequestError(
        c,
        new RequestError(405, 'account_inactive_error', 'The account is not activated.'),
      );
    case '429':
      return respondWithRequestError(c, new RequestError(429, 'rate_limit_error', 'Too many requests.'));
    case '500':
      return respondWithRequestError(
        c,
        new RequestError(500, 'api_error', 'Something went wrong on our side.'),
      );
    case '503':
      return respondWithRequestError(c, new RequestError(503, 'api_error', 'Down for maintenance.'));
    case 'drop-after':
    case 'delay':
    case 'truncated':
    case 'unknown-status':
    case 'no-transaction-url':
    case 'bad-transaction-url':
      return undefined;
    default:
      return fault satisfies never;
  }
}

/** The faults that change an answer after the work was done. An error's answer, and an empty one, stay as they are. */
async function alterResponse(c: Context<SandboxEnv>, { fault }: RequestFault): Promise<void> {
  if (fault === 'drop-after') return c.env.drop();
  if (!c.res.ok || c.res.status === 204) return;
  const text = await c.res.text();
  c.res = new Response(fault === 'truncated' ? text.slice(0, text.length / 2) : corruptPayment(text, fault), {
    status: c.res.status,
    headers: { 'content-type': 'application/json' },
  });
}

function corruptPayment(text: string, fault: RequestFault['fault']): string {
  const { source, ...payment } = JSON.parse(text) as { source: Record<string, unknown> };
  if (fault === 'unknown-status') return JSON.stringify({ ...payment, status: 'limbo', source });
  const { transaction_url: _, ...rest } = source;
  const address = fault === 'bad-transaction-url' && { transaction_url: 'javascript:alert(1)' };
  return JSON.stringify({ ...payment, status: 'initiated', source: { ...rest, ...address } });
}
