import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const readme = fileURLToPath(new URL('../../README.md', import.meta.url));

/** Prints a table, and with UPDATE_README=1 puts it between its marks in the README. */
export function publish(name, head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const table = [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
  console.log(`\n${table}`);
  if (!process.env.UPDATE_README) return;
  const text = readFileSync(readme, 'utf8');
  const marked = new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- /${name} -->)`);
  if (!marked.test(text)) throw new Error(`README.md has no <!-- ${name} --> to put the table into.`);
  writeFileSync(
    readme,
    text.replace(marked, (_all, open, close) => open + table + close),
  );
}
