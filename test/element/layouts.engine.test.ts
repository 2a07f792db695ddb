import { fixture, fixtureCleanup, html, nextFrame } from '@open-wc/testing-helpers';
import { expect } from 'chai';
import { layouts, type Layout } from '../../demo/merchant/pages/gallery/layouts.js';
import { PayCheckout } from '../../src/entries/element.js';
import '../../src/entries/framed.js';
import { renderForm } from '../../src/entries/render-form.js';
import '../../src/entries/return.js';

// In this page the name belongs to the element whose form is in a frame.
PayCheckout.define('pay-in-page');

const attributes =
  'base-url="https://localhost:1" publishable-key="pk_test_1" client-secret="pi_secret_1" amount="10000"';
const frame = 'frame-src="https://localhost:1/pay-frame.html"';

/** The element as each page has it. The last one has not been reached by its script. */
const ways: Readonly<Record<string, string>> = {
  'the plain tag': `<pay-in-page data-it ${attributes}></pay-in-page>`,
  'the form in the HTML': `<pay-in-page-late data-it>${renderForm({ lang: 'en', amount: 10_000 })}</pay-in-page-late>`,
  'the form in a frame': `<pay-checkout data-it ${attributes} ${frame}></pay-checkout>`,
  'pay-result': `<pay-result data-it payment-id="1" status-url="data:,"></pay-result>`,
};

/** The width of the form, where nothing of it is wider than its page. */
const ownWidth = 26 * 16;

/** What is wrong with how it stands in a page of this width; undefined: nothing. */
function fault(place: HTMLElement, page: number, { width }: Layout): string | undefined {
  const it = place.querySelector('[data-it]') as HTMLElement;
  const box = it.getBoundingClientRect();
  const [left, right] = [place.getBoundingClientRect().left, place.getBoundingClientRect().left + page];
  const around = it.parentElement as HTMLElement;
  if (box.left < left - 1 || box.right > right + 1) return `from ${box.left - left} to ${box.right - left}`;
  // Padding, borders and margins of what is around it, as browsers and pages have them.
  const room = page - 48;
  const atLeast = {
    whole: around.clientWidth - 48,
    own: Math.min(ownWidth, room),
    least: ownWidth / 2,
  }[width];
  if (box.width < atLeast) return `${box.width} px wide`;
  if (width !== 'whole' && page > 600 && box.width > ownWidth + 64) return `${box.width} px wide`;
  return undefined;
}

for (const [way, markup] of Object.entries(ways)) {
  it(`${way} has an intrinsic width and does not overflow in any layout at 320 and 1280 px`, async () => {
    const faults: Record<string, string> = {};
    for (const page of [320, 1280]) {
      const root = await fixture<HTMLElement>(html`<div style="width: ${page}px"></div>`);
      for (const { place } of layouts) {
        const section = document.createElement('section');
        section.setHTMLUnsafe(markup);
        section.append(place(section.firstElementChild!));
        root.append(section);
      }
      await Promise.all(
        [...root.querySelectorAll('[data-it]')].map((it) => Reflect.get(it, 'updateComplete')),
      );
      await nextFrame();
      for (const [at, layout] of layouts.entries()) {
        const found = fault(root.children[at] as HTMLElement, page, layout);
        if (found) faults[`${layout.name} at ${page} px`] = found;
      }
      fixtureCleanup();
    }
    expect(faults).to.deep.equal({});
  });
}
