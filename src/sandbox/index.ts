/**
 * The payment service, emulated: for demos, and for integrators' own tests. It needs a database: the one in Node from
 * version 22.13 on, or the package `libsql`.
 */
export { publishableKey, secretKey } from './keys.js';
export { type Decisions, decisionTable, defaultDecisions } from './decisions.js';
export type { LogEntry } from './controls/request-log.js';
export { createSandbox, type Sandbox, type SandboxOptions, serve, type Served } from './sandbox.js';
