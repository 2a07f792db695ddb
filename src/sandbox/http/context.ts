import type { Context } from 'hono';
import type { DeliveryFault } from '../faults/faults.js';
import type { Namespace } from '../namespace.js';
import type { Connection } from './connection.js';
import type { RequestError } from './refusal.js';

/** The two kinds of key. */
export type KeyKind = 'secret' | 'publishable';

/** What a request says about who sends it: a key that names a namespace, or what is wrong with it. */
export type SentKey =
  | { readonly kind: KeyKind; readonly namespace: string }
  | { readonly kind: 'none'; readonly problem: string };

/** Hono's environment: the connection of the request, its namespace, and what the log shows with it. */
export interface SandboxEnv {
  Bindings: Connection;
  Variables: {
    /** Whether a refused body is answered by a message alone. */
    hasBareErrors?: boolean;
    /** The namespace that the key or the address names; the first namespace where neither does. */
    namespace: Namespace;
    key: SentKey;
    /** Why the body could not be read. The refusal is thrown after the request is in the log. */
    bodyRefusal?: RequestError;
    /** What the request asks for the message that follows from it. */
    deliveryFault?: DeliveryFault;
    intentId?: string;
    paymentId?: string;
  };
}

/** Where the pages of the request's namespace are, as the payer sees them. */
export const pagesUrl = (c: Context<SandboxEnv>) => new URL(c.req.url).origin + c.var.namespace.path;

/**
 * The address that takes the code of STC Pay. Clients call it without a key, so the namespace is the first part of the
 * address's own secret.
 */
export const codeUrl = (pagesUrl: string, paymentId: string, otpToken: string) =>
  `${new URL(pagesUrl).origin}/v1/stc_pays/${paymentId}/proceed?otp_token=${otpToken}`;

/** The namespace that the address of a code names. */
export const namespaceOfCode = (c: Context<SandboxEnv>) => c.req.query('otp_token')?.split('.')[0];

/** Where the payer confirms, at one of the sandbox's own addresses. */
export const challengeUrl = (pagesUrl: string, challenge: string) =>
  `${pagesUrl}/v1/card_auth/${challenge}/prepare`;
