import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../free-port.js';
import { startEngine, stopEngines } from '../../server/stores/engines.js';
import { publish } from '../publish.mjs';
import { findEngines } from './drivers.js';
import { inSeconds, isMet, percentile } from './measure.js';
import { openProgramService } from './program-service.js';
import { startProgram } from './program-process.js';

/** From the start of a process to its first `200` of `/ready`, with a database that has no tables yet the first time. */
const starts = 5;
const aimMs = 2000;

const service = await openProgramService();
const folder = mkdtempSync(join(tmpdir(), 'pay-start-'));
const rows: string[][] = [];
for (const engine of findEngines(['SQLite', 'PostgreSQL'])) {
  const databaseUrl =
    engine.name === 'SQLite' ? `sqlite:${join(folder, 'program.db')}` : (await startEngine(engine)).address;
  const times: number[] = [];
  for (let number = 0; number < starts; number++) {
    const began = performance.now();
    const program = startProgram({ service, databaseUrl, port: await freePort() });
    await program.untilReady();
    times.push(performance.now() - began);
    await program.stop();
  }
  const median = percentile(times, 0.5);
  rows.push([
    engine.name,
    inSeconds(median),
    inSeconds(Math.max(...times)),
    `${aimMs / 1000} s`,
    isMet(median <= aimMs),
  ]);
}
publish(
  'merchant-start',
  ['`pay-checkout-server` on', `ready after, median of ${starts}`, 'longest', 'aim: at most', 'met'],
  rows,
);
assert.equal(service.errors.length, 0);
service.close();
rmSync(folder, { recursive: true });
await stopEngines();
