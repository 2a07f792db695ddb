import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { documents, readDocument, root } from './documents.mjs';

/** A fenced code block of a document. */
export interface Block {
  /** The path of its document. */
  readonly document: string;
  readonly language: string;
  readonly text: string;
  /** Of its fence, from 1. */
  readonly line: number;
  /** The file that its first line says it is, or one named for where it stands. */
  readonly file: string;
  /** The file that it shows all or a part of, from a comment above it: that file has a test of its own. */
  readonly shows: string | undefined;
}

/** All code blocks of a text in Markdown. */
export function blocksOf(markdown: string, document = ''): Block[] {
  const blocks: Block[] = [];
  let open: { fence: string; language: string; line: number; text: string } | undefined;
  let above = '';
  for (const [index, line] of markdown.split('\n').entries()) {
    const [, fence = '', language = ''] = /^\s*(`{3,}|~{3,})\s*(.*?)(?: \{\.example\})?\s*$/.exec(line) ?? [];
    if (!open) {
      if (fence) open = { fence, language, line: index + 1, text: '' };
    } else if (fence.startsWith(open.fence) && !language) {
      const { text } = open;
      const [, named] = /^(?:\/\/|<!--) ([\w./[\]-]+\.(?:tsx?|mjs|html))\b/.exec(text) ?? [];
      const end = /^[jt]sx?$/.test(open.language) ? open.language : 'txt';
      const file = named ?? `${document.replaceAll(/\W+/g, '-')}-${open.line}.${end}`;
      const [, shows] = /^<!-- ((?:demo|test)\/\S+) -->$/.exec(above) ?? [];
      blocks.push({ document, language: open.language, text, line: open.line, file, shows });
      open = undefined;
    } else open.text += `${line}\n`;
    if (!open && line.trim() !== '') above = line.trim();
  }
  if (open) throw new Error(`The block of line ${open.line} has no end.`);
  return blocks;
}

export const blocks = documents.flatMap((path) => blocksOf(readDocument(path), path));

export const inLanguage = (...languages: readonly string[]) =>
  blocks.filter(({ language }) => languages.includes(language));

/** The blocks that are code of modules, but for those that show a file. */
export const modules = inLanguage('ts', 'tsx', 'js', 'jsx').filter(({ shows }) => shows === undefined);

/**
 * Writes modules into a folder of their own inside the project, so that what they import is found. Returns the folder.
 * What is replaced are addresses that nobody has by those that a test has.
 */
export function writeModules(
  name: string,
  what: readonly Pick<Block, 'file' | 'text'>[],
  replace: Readonly<Record<string, string>> = {},
): string {
  const folder = join(root, '.reports/readme', name);
  // At once: a port that a test has may begin like one that is replaced.
  const addresses = new RegExp(Object.keys(replace).join('|').replaceAll('.', '\\.'), 'g');
  rmSync(folder, { recursive: true, force: true });
  for (const { file, text } of what) {
    const path = join(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(
      path,
      text.replaceAll(addresses, (address) => replace[address] ?? address),
    );
  }
  return folder;
}
