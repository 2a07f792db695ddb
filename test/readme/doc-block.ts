import { readFileSync } from 'node:fs';

/** The text of the element's class, whose doc comments are the reference. */
export const source = readFileSync(new URL('../../src/element/pay-checkout.ts', import.meta.url), 'utf8');

/** Lines of the class's doc block: `@csspart form - Everything.` */
export const tags = (tag: string) =>
  [...source.matchAll(new RegExp(`^ \\* @${tag} (?:\\{\\w+\\} )?(\\S+) - (.+)$`, 'gm'))].map(
    ([, name = '', text = '']) => [name, text] as const,
  );
