import { expect } from 'chai';
import { checkout } from '../page.js';
import { visa } from '../saved-cards.js';

const clientSecret = 'pi_secret_1';

/** A policy may keep out the styles of a form in the page's HTML, and a reader's mode leaves all styles out. */
describe('the form without its styles', () => {
  it('has drawings of a readable size, and none is a black box', async () => {
    const forms = [await checkout({ clientSecret }), await checkout({ clientSecret, savedCards: [visa] })];
    const drawings = forms.flatMap(({ element }) => {
      const root = element.shadowRoot as ShadowRoot;
      root.adoptedStyleSheets = [];
      return [...root.querySelectorAll('svg')].filter((it) => it.checkVisibility());
    });
    expect(drawings.length).to.equal(11);
    for (const drawing of drawings) {
      const { width, height } = drawing.getBoundingClientRect();
      expect(Math.max(width, height), drawing.outerHTML).to.be.within(10, 40);
      if (!drawing.matches('.line')) continue;
      for (const shape of drawing.children) expect(getComputedStyle(shape).fill).to.equal('none');
    }
  });
});
