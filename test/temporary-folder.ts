import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A folder that goes with the test. */
export function temporaryFolder(t: { after(end: () => unknown): void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'pay-checkout-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
