import { published } from '../readme/documents.mjs';

/** Prints a table, and with UPDATE_README=1 puts it between its marks in the document that has them. */
export function publish(name, head, rows) {
  const line = (cells) => `| ${cells.join(' | ')} |`;
  const table = [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
  console.log(`\n${table}`);
  published(name, table);
}
