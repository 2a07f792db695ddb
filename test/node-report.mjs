import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** A reporter for Node's test runner: how many tests there were, how long each took, and which failed, as JSON. */
export default async function* report(events) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  const tests = [];
  const failures = [];
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details.type === 'suite') continue;
    const { name, file = '', details, skip, todo } = data;
    if (skip !== undefined || todo !== undefined) count.skipped++;
    else count[type === 'test:pass' ? 'passed' : 'failed']++;
    tests.push({ file: relative(root, file), title: name, seconds: details.duration_ms / 1000 });
    if (type === 'test:fail') failures.push(`${relative(root, file)}: ${name}`);
  }
  yield JSON.stringify({ ...count, tests, failures });
}
