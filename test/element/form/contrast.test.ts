import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { host } from '../../../src/element/form/styles/host.js';

/** The default colours by name, for a light and for a dark page. */
const colors = new Map(
  [...host.cssText.matchAll(/--pay-([\w-]+), light-dark\((#[\da-f]+), (#[\da-f]+)\)/g)].map(
    ([, name = '', light = '', dark = '']) => [name, { light, dark }],
  ),
);

/** What a browser paints behind a page that sets no background. */
const canvas = { light: '#ffffff', dark: '#121212' } as const;

/** As WCAG 2 defines it, from 0 to 1. */
function luminance(color: string): number {
  const digits = color.length === 4 ? color.replaceAll(/[\da-f]/g, '$&$&') : color;
  const [red = 0, green = 0, blue = 0] = (digits.match(/[\da-f]{2}/g) ?? []).map((pair) => {
    const share = parseInt(pair, 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [one, other].map(luminance).sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

describe('the default colours', () => {
  // axe judges text; the lines of inputs and the focus ring it does not look at.
  for (const scheme of ['light', 'dark'] as const)
    for (const name of ['border', 'accent', 'danger'])
      it(`have a ${name} that stands out from inputs and page by 3:1, ${scheme}`, () => {
        const line = colors.get(name)?.[scheme] ?? '';
        const surface = colors.get('surface')?.[scheme] ?? '';
        for (const behind of [surface, canvas[scheme]])
          assert.ok(contrast(line, behind) >= 3, `${line} on ${behind}: ${contrast(line, behind)}`);
      });

  it('are measured: black on white is 21, and a color on itself is 1', () => {
    assert.equal(contrast('#000', '#ffffff'), 21);
    assert.equal(contrast('#0b57d0', '#0b57d0'), 1);
    assert.equal(colors.size, 8);
  });
});
