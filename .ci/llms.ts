import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(root + path, 'utf8');

const titleOf = (markdown: string) => /^# (.+)$/m.exec(markdown)?.[1] ?? '';

/** `llms.txt`, by the form of llmstxt.org: what the package is, and where to read on. */
export function llmsFiles(): ReadonlyMap<string, string> {
  const [, summary = ''] = /^# .+\n\n([^]*?)\n\n/.exec(read('README.md')) ?? [];
  const linked = [...read('demo/docs/README.md').matchAll(/\]\(([\w./-]+\.md)\)/g)]
    .map(([, path = '']) => join('demo/docs', path))
    // Documents elsewhere are for those who change this project or compare it.
    .filter((path) => path.startsWith('demo/docs/'));
  const index = [
    '# pay-checkout',
    `> ${summary}`,
    'It has never been tried against the live service; everything runs against the sandbox that comes with it.',
    '## Documents',
    ['- [README](README.md)', ...linked.map((path) => `- [${titleOf(read(path))}](${path})`)].join('\n'),
    '## Optional',
    '- [Changes](CHANGELOG.md)',
  ];
  return new Map([['llms.txt', `${index.join('\n\n')}\n`]]);
}
