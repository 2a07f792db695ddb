import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../', import.meta.url));

/** Folders that are made, and so have no documents of the project. */
const made = new Set(['.git', '.reports', '.shop', '.site', 'dist', 'node_modules']);

/** The paths of all documents, from the top of the project: every file in Markdown. */
export const documents = find('').sort();

function find(folder) {
  return readdirSync(root + folder, { withFileTypes: true }).flatMap((entry) => {
    const path = folder + entry.name;
    if (entry.isDirectory()) return made.has(entry.name) ? [] : find(`${path}/`);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

export const readDocument = (path) => readFileSync(root + path, 'utf8');

/** The one document that has `<!-- name -->` … `<!-- /name -->`, split where the generated piece begins and ends. */
function placeOf(name) {
  const marked = new RegExp(`^([^]*<!-- ${name} -->\\n)([^]*?)(\\n<!-- /${name} -->[^]*)$`);
  const places = documents.flatMap((path) => {
    const [, before, within, after] = marked.exec(readDocument(path)) ?? [];
    return before === undefined ? [] : [{ path, before, within, after }];
  });
  if (places.length !== 1)
    throw new Error(
      `One document must have <!-- ${name} -->, not ${places.length}: ${places.map((it) => it.path)}`,
    );
  return places[0];
}

/** What a document says between the marks; with `UPDATE_README=1` it is first made to say what was generated. */
export function published(name, generated) {
  const { path, before, within, after } = placeOf(name);
  if (!process.env.UPDATE_README || within === generated) return within;
  writeFileSync(root + path, before + generated + after);
  return generated;
}

/** Leaves what came of tests as a page of evidence, which the site of the documents has if the tests ran before. */
export function report(name, title, text) {
  mkdirSync(`${root}.reports/evidence`, { recursive: true });
  writeFileSync(`${root}.reports/evidence/${name}.md`, `# ${title}\n\n${text}\n`);
}
