import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(root + path, 'utf8');

/** The documents for those who use the package, as the map of the README names them, and what each is for. */
function documentsOf(readme: string): ReadonlyMap<string, string> {
  const [, map = ''] = readme.split('\n## Map\n');
  const rows = map.split('\n').flatMap((row) => {
    const [, purpose = '', links = ''] = /^\| (.*?) +\| (.*?) +\|$/.exec(row) ?? [];
    return [...links.matchAll(/\]\(([\w./-]+\.md)(?:#[\w-]*)?\)/g)].map(
      ([, path = '']) => [path, purpose] as const,
    );
  });
  // Documents outside `demo/docs/` are for those who change this project or compare it, and for their security review.
  return new Map(rows.filter(([path]) => path.startsWith('demo/docs/')));
}

const titleOf = (markdown: string) => /^# (.+)$/m.exec(markdown)?.[1] ?? '';
/** `llms.txt`, by the form of llmstxt.org: what the package is, and where to read on. */
export function llmsFiles(): ReadonlyMap<string, string> {
  const readme = read('README.md');
  const documents = [...documentsOf(readme)].map(([path, purpose]) => ({ path, purpose, text: read(path) }));
  const [, summary = ''] = /^# .+\n\n([^]*?)\n\n/.exec(readme) ?? [];
  const links = documents.map(({ path, purpose, text }) => `- [${titleOf(text)}](${path}): to ${purpose}`);
  const index = [
    '# pay-checkout',
    `> ${summary.replaceAll('\n', ' ')}`,
    'It has never been tried against the live service; everything runs against the sandbox that comes with it.',
    '## Documents',
    ['- [README](README.md): install it, and get to a paid order', ...links].join('\n'),
    '## Optional',
    '- [Changes](CHANGELOG.md)',
  ];
  return new Map([['llms.txt', `${index.join('\n\n')}\n`]]);
}
