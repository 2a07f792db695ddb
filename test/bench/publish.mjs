import { report } from '../readme/documents.mjs';

/** Prints a table, and leaves it as a page for the site of the documents. */
export function publish(name, head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const table = [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
  console.log(`\n${table}`);
  report(name, `Measured: ${name}`, table);
}
