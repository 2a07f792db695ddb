import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { posix } from 'node:path';

/** Documents that are not in `demo/docs/`, and their pages. */
const elsewhere = new Map([
  ['demo/docs/README.md', 'index.html'],
  ['.github/SECURITY.md', 'security.html'],
  ['CHANGELOG.md', 'changes.html'],
  ['test/bench/README.md', 'evidence/measured.html'],
]);

const urlOf = (path) => elsewhere.get(path) ?? path.replace('demo/docs/', '').replace(/\.md$/, '.html');

/** The documents for users, by part, in the order of the map. */
export function listDocuments() {
  const map = 'demo/docs/README.md';
  const text = readFileSync(map, 'utf8');
  const listed = [...text.matchAll(/^\*\*(.+?)\*\*: (.+)$/gm)].flatMap(([, part, links]) =>
    [...links.matchAll(/\[(.+?)\]\((.+?)\)/g)].map(([, name, link]) => ({
      name: name[0].toUpperCase() + name.slice(1),
      path: posix.join('demo/docs', link),
      part,
    })),
  );
  const documents = [{ path: map, part: '' }, ...listed];
  return [...documents, ...reports()].map((it) => ({
    url: urlOf(it.path),
    ...it,
    text: readFileSync(it.path, 'utf8'),
  }));
}

/** What tests have left: each is a page if the tests ran before the site was made. */
const reports = () =>
  existsSync('.reports/evidence')
    ? readdirSync('.reports/evidence').map((file) => ({
        path: `.reports/evidence/${file}`,
        url: `evidence/${file.replace(/\.md$/, '.html')}`,
        part: 'Evidence',
      }))
    : [];

/** The anchor of a heading, as code hosts make it. */
export function slugOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');
}
