import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string) => readFileSync(root + path, 'utf8');

const titleOf = (markdown: string) => /^# (.+)$/m.exec(markdown)?.[1] ?? '';

/** A part of a document, without its heading: up to the next heading of its level or of a higher one. */
function part(path: string, heading: string): string {
  const text = read(path);
  const level = /^#+/.exec(heading)?.[0].length ?? 1;
  const start = text.indexOf(`\n${heading}\n`);
  if (start === -1) throw new Error(`${path} has no part "${heading}".`);
  const body = text.slice(start + heading.length + 2);
  const next = new RegExp(`^#{1,${level}} `, 'm').exec(body)?.index;
  return body.slice(0, next).trim();
}

/** The attributes of the tag without their properties, which a page rarely sets. */
const attributes = () =>
  part('demo/docs/reference/tags.md', '### Attributes and properties')
    .split('\n')
    .flatMap((line) => {
      const [, attribute = '', , , preset = '', meaning = ''] = line.split(/ *(?<!\\)\| */);
      return /^`/.test(attribute) && meaning ? [`- ${attribute} (${preset}): ${meaning}`] : [];
    })
    .join('\n');

const donts = `- Do not take an amount, a currency or an order's owner from a browser. Your server reads them from its database.
- Do not deliver by an outcome, an event, or the status in the address of the return page. Deliver by the verdict.
- Do not read an error as "not charged". Only your server's reading of the payment proves what was charged.
- Do not make an intent for an order by hand if \`createCheckout\` can make it. \`intent-url\` alone allows two charges.
- Do not put a secret key, a card number or a security code into a page, a log or your database.
- Do not run \`npm install pay-checkout\`: the package is on no registry.`;

/** What a first integration needs, in one file of at most 25 kB. */
const small = () =>
  [
    `# pay-checkout\n\n${summary()}`,
    `# Never\n\n${donts}`,
    // Code of the quickstart that has both halves; those of other languages are in the package.
    read('demo/docs/start/html-node.md').trim(),
    `# Other quickstarts\n\n${quickstarts()}`,
    `# Attributes of \`<pay-checkout>\`\n\n${attributes()}`,
    `# Endpoints below \`checkout-url\`\n\n${part('demo/docs/reference/server.md', '### The addresses')}`,
    `# Status, outcome, verdict\n\n${part('demo/docs/concepts/payment.md', '## From status to outcome and verdict')}`,
    `# Errors\n\n${errorCodes()}`,
    `# Test cards\n\n${part('demo/docs/test/sandbox.md', '## Test cards')}`,
  ]
    .join('\n\n')
    // Links lead nowhere from this file.
    .replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .replaceAll(/<a id="[^"]+"><\/a>|<!--[^]*?-->\n*/g, '');

const errorCodes = () => /^\| `code` \|[^]*?(?=\n\n)/m.exec(read('demo/docs/reference/errors.md'))?.[0] ?? '';

const quickstarts = () =>
  [...read('demo/docs/README.md').matchAll(/\]\((start\/[\w-]+\.md)\)/g)]
    .map(([, path]) => `- demo/docs/${path}`)
    .join('\n');

const summary = () => /^# .+\n\n([^]*?)\n\n/.exec(read('README.md'))?.[1] ?? '';

/** `llms.txt`, by the form of llmstxt.org: what the package is, and where to read on. */
export function llmsFiles(): ReadonlyMap<string, string> {
  const linked = [...read('demo/docs/README.md').matchAll(/\]\(([\w./-]+\.md)\)/g)]
    .map(([, path = '']) => join('demo/docs', path))
    // Documents elsewhere are for those who change this project or compare it.
    .filter((path) => path.startsWith('demo/docs/'));
  const index = [
    '# pay-checkout',
    `> ${summary()}`,
    'It has never been tried against the live service; everything runs against the sandbox that comes with it.',
    '## Documents',
    ['- [README](README.md)', ...linked.map((path) => `- [${titleOf(read(path))}](${path})`)].join('\n'),
    '## Optional',
    '- [The most important in one small file](dist/llms-small.txt)',
    '- [Changes](CHANGELOG.md)',
  ];
  return new Map([
    ['llms.txt', `${index.join('\n\n')}\n`],
    ['llms-small.txt', `${small()}\n`],
  ]);
}
