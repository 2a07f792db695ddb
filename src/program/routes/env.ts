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
