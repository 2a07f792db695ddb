import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { gzip } from './entries.js';

/** Whose bytes they are, by where they come from; the first that fits. */
const areas: readonly (readonly [area: string, from: RegExp])[] = [
  ['Lit', /\/node_modules\/(?:lit|lit-html|lit-element|@lit)\//],
  ['currencies', /\/src\/(?:money|wire\/currencies)\.ts$/],
  ['schemas', /\/node_modules\/zod\/|\/src\/wire\//],
  ['words in two languages', /\/src\/element\/i18n\/locales\/(?:en|ar)\.ts$/],
  ['choosing and fetching languages', /\/src\/(?:element\/i18n|entries)\//],
  ['styles and marks', /\/src\/element\/form\/(?:styles|marks)[./]/],
  ['the form: fields, typing', /\/src\/element\/form\//],
  ['the element, its events and its page', /\/src\/(?:element\/(?:browser\/|[\w-]+\.ts$)|version\.ts$)/],
  ['card rules', /\/src\/element\/card\//],
  ['checkout logic', /\/src\/(?:element\/checkout\/|error\.ts$)/],
  ['gateway', /\/src\/element\/gateway\//],
];

/** What no source has: the wrapper of the file, and what the compiler adds. */
const wrapper = 'around it';

interface Share {
  readonly area: string;
  readonly minified: number;
  readonly gzip: number;
}

const areaOf = (source: string) => {
  const [area] = areas.find(([, from]) => from.test(`/${source}`)) ?? [];
  if (area === undefined) throw new Error(`${source} is in no area: give it a line in test/sizes/areas.ts.`);
  return area;
};

/** A file's text and its map. The byte order mark is no character of the text: whoever decodes the file drops it. */
export function readMapped(file: URL): { readonly text: string; readonly map: SourceMap } {
  const map = JSON.parse(readFileSync(new URL(`${file.href}.map`), 'utf8')) as SourceMapPayload;
  return { text: readFileSync(file, 'utf8').replace(/^\uFEFF/, ''), map: new SourceMap(map) };
}

/**
 * What a file's bytes are spent on, by its source map. Compressed bytes belong to nobody, so they are shared out: each
 * area has as much of them as its own text, compressed alone, has of all such texts.
 */
export function sharesOf(file: URL): Share[] {
  const { text, map } = readMapped(file);
  const known = new Map<string, string>();
  const texts = new Map<string, string>();
  for (const [line, characters] of text.split('\n').entries()) {
    for (let column = 0; column < characters.length; column++) {
      const entry = map.findEntry(line, column);
      const source = 'originalSource' in entry ? entry.originalSource : undefined;
      if (source !== undefined && !known.has(source)) known.set(source, areaOf(source));
      const area = (source !== undefined && known.get(source)) || wrapper;
      texts.set(area, (texts.get(area) ?? '') + characters.charAt(column));
    }
  }
  const total = gzip(readFileSync(file));
  const alone = new Map([...texts].map(([area, its]) => [area, gzip(its)]));
  const sum = [...alone.values()].reduce((all, bytes) => all + bytes, 0);
  return [...areas.map(([area]) => area), wrapper].flatMap((area) => {
    const its = texts.get(area);
    if (its === undefined) return [];
    const share = Math.round(((alone.get(area) ?? 0) / sum) * total);
    return [{ area, minified: Buffer.byteLength(its), gzip: share }];
  });
}
