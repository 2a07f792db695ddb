import { expect } from 'chai';
import { checkout, shown } from './page.js';
import { cards } from './sandbox.js';
import { waitUntil } from '../wait-until.js';

/** Where a picture is, or a text without the blanks around it. */
function boxOf(part: Element): DOMRect {
  const text = part.firstChild;
  if (part instanceof SVGElement || !(text instanceof Text)) return part.getBoundingClientRect();
  const range = document.createRange();
  range.setStart(text, text.data.length - text.data.trimStart().length);
  range.setEnd(text, text.data.trimEnd().length);
  return range.getBoundingClientRect();
}

describe('text of another direction inside a sentence', () => {
  it('isolates the service’s message, after the form’s own sentence, in <bdi lang="">', async () => {
    const { fetch } = window;
    const body = { type: 'invalid_request', errors: { 'source.name': ['name is not accepted (12).'] } };
    window.fetch = () => Promise.resolve(new Response(JSON.stringify(body), { status: 400 }));
    const form = await checkout({ clientSecret: 'pi_secret_1', lang: 'ar' });
    await form.fill(cards.paid);
    const error: unknown = await form.element.submit().catch((reason: unknown) => reason);
    window.fetch = fetch;
    expect(error).to.include({ code: 'card', field: 'name' });
    await form.element.updateComplete;
    expect(form.message('name')).to.equal('تحقّق من الاسم على البطاقة. name is not accepted (12).');
    const words = form.element.shadowRoot?.querySelector('#name-error bdi');
    expect(words?.textContent).to.equal('name is not accepted (12).');
    expect(words?.getAttribute('lang')).to.equal('');
    expect(words && getComputedStyle(words).unicodeBidi).to.equal('isolate');
  });

  for (const [lang, time] of [
    ['ar', /\u2068\d{1,2}:\d{2}[^\u2069]*\u2069/],
    ['ur', /\u2068[^\u2069]*:[^\u2069]*\u2069/],
  ] as const) {
    it(`isolates a time in ${lang}`, async () => {
      const expiresAt = new Date(Date.now() + 2 * 60_000).toISOString();
      const form = await checkout({ clientSecret: 'pi_secret_1', lang, expiresAt });
      const root = form.element.shadowRoot?.querySelector('[lang]');
      await shown(form.element, () => root?.getAttribute('lang') === lang && form.notice);
      expect(form.notice).to.match(time);
    });
  }

  for (const lang of ['en', 'de', 'ar', 'ur'])
    it(`has a blank between the riyal’s sign, the digits and the words of the button in ${lang}`, async () => {
      const { button, element } = await checkout({ clientSecret: 'pi_secret_1', lang, amount: 10000 });
      await waitUntil(() => element.shadowRoot?.querySelector('[lang]')?.getAttribute('lang') === lang);
      const boxes = [...button.querySelectorAll('svg, span:not(.unseen)')]
        .filter((part) => part.textContent !== '')
        .map(boxOf)
        .sort((a, b) => a.left - b.left);
      expect(boxes).to.have.length(3);
      for (const [i, { left }] of boxes.slice(1).entries())
        expect(left - (boxes[i]?.right ?? 0)).to.be.greaterThan(2);
    });

  it('reads the network’s name مدى to a screen reader in Arabic', async () => {
    const form = await checkout({ clientSecret: 'pi_secret_1', lang: 'ar' });
    const names = [...(form.element.shadowRoot?.querySelectorAll('[role="img"]') ?? [])].map((mark) =>
      mark.getAttribute('aria-label'),
    );
    expect(names).to.include('مدى').and.not.to.include('mada');
  });
});
