import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../../README.md', import.meta.url);

const cell = (text: string) => text.replaceAll('|', '\\|');

/** A table in Markdown. */
export const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

/** What the README has between the marks of a generated piece, and what it has elsewhere. */
function split(name: string): [before: string, within: string, after: string] {
  const readme = readFileSync(file, 'utf8');
  const [, before, within, after] =
    new RegExp(`^([^]*<!-- ${name} -->\\n)([^]*?)(\\n<!-- /${name} -->[^]*)$`).exec(readme) ?? [];
  if (before === undefined || within === undefined || after === undefined)
    throw new Error(`README.md has no <!-- ${name} --> … <!-- /${name} -->.`);
  return [before, within, after];
}

/** What the README says; with `UPDATE_README=1` it is first made to say what was generated. */
export function published(name: string, generated: string): string {
  const [before, within, after] = split(name);
  if (!process.env['UPDATE_README'] || within === generated) return within;
  writeFileSync(file, before + generated + after);
  return generated;
}
