import { expect } from '@open-wc/testing';
import { checkout } from './page.js';
import { cards } from './sandbox.js';

describe('text of another direction inside a sentence', () => {
  it('keeps to itself where it is the service’s: after the form’s own sentence, in a language that nobody knows', async () => {
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
    it(`keeps to itself where it is a time: in ${lang}`, async () => {
      const expiresAt = new Date(Date.now() + 2 * 60_000).toISOString();
      const form = await checkout({ clientSecret: 'pi_secret_1', lang, expiresAt });
      const root = form.element.shadowRoot;
      await new Promise<void>((resolve) => {
        const look = () => {
          if (root?.querySelector('[lang]')?.getAttribute('lang') !== lang || !form.notice) return;
          observer.disconnect();
          resolve();
        };
        const observer = new MutationObserver(look);
        if (root) observer.observe(root, { subtree: true, childList: true, attributes: true });
        look();
      });
      expect(form.notice).to.match(time);
    });
  }

  it('is none of the payer’s concern in a network’s name: a screen reader hears مدى', async () => {
    const form = await checkout({ clientSecret: 'pi_secret_1', lang: 'ar' });
    const names = [...(form.element.shadowRoot?.querySelectorAll('[role="img"]') ?? [])].map((mark) =>
      mark.getAttribute('aria-label'),
    );
    expect(names).to.include('مدى').and.not.to.include('mada');
  });
});
