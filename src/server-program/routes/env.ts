import type { Context } from 'hono';
import type { VerifiedToken } from '../tokens/token-verifier.js';

/** Hono's environment: the bindings and variables of one request. */
export interface ServerEnv {
  readonly Bindings: { readonly incoming?: { readonly socket?: { readonly remoteAddress?: string } } };
  Variables: {
    token: VerifiedToken;
    /** For the log. */
    orderId?: string;
  };
}

export type ProgramContext = Context<ServerEnv>;

/** An answer in JSON that nobody keeps. */
export function respondJson(status: number, body?: object, headers: Record<string, string> = {}): Response {
  return new Response(body && JSON.stringify(body), {
    status,
    headers: { 'cache-control': 'no-store', ...(body && { 'content-type': 'application/json' }), ...headers },
  });
}

export const respondWithError = (
  status: number,
  type: string,
  message: string,
  headers?: Record<string, string>,
) => respondJson(status, { type, message }, headers);
