import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { test } from 'node:test';
import { source, tags } from './readme/doc-block.js';

/**
 * The tables of the README that repeat code are made from it. `UPDATE_README=1 npm run test:node` writes them anew.
 */
const at = (path: string) => new URL(`../${path}`, import.meta.url);
const cell = (text: string) => text.replaceAll('|', '\\|');

const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |`).join('\n');

/** The public properties: the doc comment in front of each `declare`, and the attribute that it is set by. */
function properties(): string[][] {
  const attributes = new Map(
    [...source.matchAll(/^ {2}(\w+): \{(.*?)\},?$/gm)].map(([, name = '', options = '']) => [
      name,
      options.includes('attribute: false')
        ? '–'
        : (/attribute: '([\w-]+)'/.exec(options)?.[1] ?? name.toLowerCase()),
    ]),
  );
  const found = source.matchAll(/(?:\/\*\*((?:(?!\*\/)[^])*)\*\/\s+)?declare (\w+): ([^;]+);/g);
  return [...found].map(([, doc = 'Nothing can be typed or paid.', name = '']) => {
    const attribute = attributes.get(name) ?? (name === 'disabled' ? 'disabled' : '–');
    const words = doc.replace(/\s*\n\s*\*\s?/g, ' ').trim();
    return [attribute === '–' ? '–' : `\`${attribute}\``, `\`${name}\``, words];
  });
}

const generated = {
  properties: table(['attribute', 'property', ''], properties()),
  events: table(
    ['event', ''],
    tags('fires').map(([name, text]) => [`\`${name}\``, text]),
  ),
  parts: table(
    ['part', ''],
    tags('csspart').map(([name, text]) => [`\`${name}\``, text]),
  ),
  slots: table(
    ['slot', ''],
    tags('slot').map(([name, text]) => [`\`${name}\``, text]),
  ),
  tokens: table(
    ['custom property', 'default', ''],
    tags('cssprop').map(([name, text]) => {
      const [, token = '', preset = ''] = /^\[(--[\w-]+)(?:=(.+))?\]$/.exec(name) ?? [];
      return [`\`${token}\``, preset ? `\`${preset}\`` : 'by color scheme', text];
    }),
  ),
};

for (const [name, text] of Object.entries(generated)) {
  test(`the README's table of ${name} is the one that the code makes`, () => {
    assert.ok(text.split('\n').length > 3, text);
    const readme = readFileSync(at('README.md'), 'utf8');
    const marked = new RegExp(`(<!-- ${name} -->\\n)[^]*?(\\n<!-- /${name} -->)`);
    assert.match(readme, marked);
    const wanted = readme.replace(marked, (_all, open: string, close: string) => open + text + close);
    if (process.env['UPDATE_README']) writeFileSync(at('README.md'), wanted);
    assert.equal(readFileSync(at('README.md'), 'utf8'), wanted);
  });
}
