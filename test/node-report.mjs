import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));

/** A reporter for Node's test runner: how many tests there were, and which failed, as JSON. */
export default async function* report(events) {
  const count = { passed: 0, failed: 0, skipped: 0 };
  const failures = [];
  for await (const { type, data } of events) {
    if ((type !== 'test:pass' && type !== 'test:fail') || data.details.type === 'suite') continue;
    const { name, file = '', skip, todo } = data;
    if (skip !== undefined || todo !== undefined) count.skipped++;
    else count[type === 'test:pass' ? 'passed' : 'failed']++;
    if (type === 'test:fail') failures.push(`${relative(root, file)}: ${name}`);
  }
  yield JSON.stringify({ ...count, failures });
}
