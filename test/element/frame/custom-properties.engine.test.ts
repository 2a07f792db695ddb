import { expect } from 'chai';
import { isSafeValue } from '../../../src/element/frame/custom-properties.js';

describe('custom properties that are sent into the frame', () => {
  const taken: readonly (readonly [name: string, value: string])[] = [
    ['--pay-accent', '#0b57d0'],
    ['--pay-accent', 'rebeccapurple'],
    ['--pay-surface', 'light-dark(#fff, #1d1f23)'],
    ['--pay-border', 'color-mix(in srgb, red 20%, white)'],
    ['--pay-text', 'CanvasText'],
    ['--pay-radius', '0'],
    ['--pay-radius', '1.5em'],
    ['--pay-spacing', 'calc(1rem + 2px)'],
    ['--pay-font', "'Noto Sans', system-ui, sans-serif"],
    ['--pay-font-size', '1.125rem'],
  ];
  for (const [name, value] of taken) {
    it(`accepts ${name}: ${value}`, () => {
      expect(isSafeValue(name, value)).to.equal(true);
    });
  }

  const refused: readonly (readonly [name: string, value: string])[] = [
    ['--pay-accent', 'url(https://evil.example)'],
    ['--pay-accent', 'red; background: url(https://evil.example)'],
    ['--pay-accent', 'red} body {display: none'],
    ['--pay-accent', 'var(--x)'],
    ['--pay-accent', 'env(x)'],
    ['--pay-accent', 'u\\72l(x)'],
    ['--pay-accent', '16px'],
    ['--pay-radius', 'red'],
    ['--pay-font', `${'a'.repeat(301)}`],
    ['--pay-font-size', '-1px'],
    ['--pay-unheard-of', 'red'],
    ['color', 'red'],
    ['constructor', 'red'],
    ['__proto__', 'red'],
    ['--pay-accent', ''],
  ];
  for (const [name, value] of refused) {
    it(`refuses ${name}: ${value.slice(0, 60) || '(nothing)'}`, () => {
      expect(isSafeValue(name, value)).to.equal(false);
    });
  }
});
