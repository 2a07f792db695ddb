/**
 * The payment service, emulated: for demos, and for integrators' own tests. Needs the packages `hono`, `hono-openapi`,
 * `@hono/node-server` and `libsql` beside this one.
 */
export { publishableKey, secretKey } from './http/auth.js';
export type { LogEntry } from './controls/log.js';
export { createSandbox, type Sandbox, type SandboxOptions } from './sandbox.js';
export { serve, type Served } from './serve.js';
