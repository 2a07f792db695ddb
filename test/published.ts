import { expect } from '@open-wc/testing';
import { readFile, writeFile } from '@web/test-runner-commands';

const updates = document.querySelector('meta[name="update-readme"]') !== null;

/**
 * Holds a file that is kept beside the tests, or a part of it between two marks, against what a test has generated.
 * With `UPDATE_README=1` the file is first made to say what was generated.
 *
 * @param path As seen from the test, and from any other folder three levels below the project: all tests may share a page.
 */
export async function expectPublished(path: string, generated: string, mark?: string): Promise<void> {
  const file = (await readFile({ path })) ?? '';
  const [open, close] = mark ? [`<!-- ${mark} -->\n`, `\n<!-- /${mark} -->`] : ['', ''];
  const [start, end] = mark ? [file.indexOf(open) + open.length, file.indexOf(close)] : [0, file.length];
  if (mark && !file.includes(open)) throw new Error(`${path} has no ${open.trim()}.`);
  if (updates) {
    await writeFile({ path, content: file.slice(0, start) + generated + file.slice(end) });
  } else expect(file.slice(start, end), `${path}: make it anew with UPDATE_README=1`).to.equal(generated);
}
