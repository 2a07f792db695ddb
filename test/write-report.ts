import { writeFile } from '@web/test-runner-commands';

/**
 * Leaves something to read in `.reports/`, which git ignores. All tests of a kind share a page three levels below the
 * project, and so do the tests that call this.
 */
export const writeReport = (name: string, content: string): Promise<void> =>
  writeFile({ path: `../../../.reports/${name}`, content });
