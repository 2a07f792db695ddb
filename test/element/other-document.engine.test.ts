import { expect } from 'chai';
import '../../src/entries/return.js';
import { isWebKit } from '../engine.js';
import { waitUntil } from '../wait-until.js';
import { checkout } from './page.js';
import { visa } from './saved-cards.js';

const left: (() => void)[] = [];
afterEach(() => {
  for (const leave of left.splice(0)) leave();
});

/** Another document of the same origin, which the script of this page can reach. */
const documents: Readonly<Record<string, () => Document>> = {
  'a frame': () => {
    const frame = document.createElement('iframe');
    document.body.append(frame);
    left.push(() => frame.remove());
    return frame.contentDocument as Document;
  },
  'another window': () => {
    const other = window.open('about:blank', '', 'popup,width=600,height=800');
    if (!other) throw new Error('The browser has opened no window.');
    left.push(() => other.close());
    return other.document;
  },
};

/** What the payer sees of a form: a style of each of its style sheets. */
function look({ shadowRoot, offsetHeight }: HTMLElement) {
  const style = (selector: string, property: string) => {
    const found = shadowRoot?.querySelector(selector);
    return found ? getComputedStyle(found).getPropertyValue(property) : 'not there';
  };
  return {
    isShown: offsetHeight > 100,
    button: style('[part~="button"]', 'background-color'),
    input: style('[part~="input"]', 'border-top-left-radius'),
    unseen: style('.unseen', 'position'),
    choice: style('[part~="choice"]', 'display'),
  };
}

for (const [place, open] of Object.entries(documents)) {
  describe(`the document of ${place}`, () => {
    // See limitations.ts.
    before(function () {
      if (isWebKit && place === 'another window') this.skip();
    });

    it('shows an element that was made in the page as the page shows it', async () => {
      const { element } = await checkout({ clientSecret: 'pi_secret_1', savedCards: [visa] });
      const other = document.createElement('pay-checkout');
      const { baseUrl, publishableKey, clientSecret, amount, currency, savedCards } = element;
      Object.assign(other, { baseUrl, publishableKey, clientSecret, amount, currency, savedCards });
      open().body.append(other);
      await other.updateComplete;
      expect(other.state).to.equal('ready');
      expect(look(other)).to.deep.equal(look(element));
    });

    it('shows an element that is moved there and back, with what was typed', async () => {
      const form = await checkout({ clientSecret: 'pi_secret_1', savedCards: [visa] });
      const { element } = form;
      element.shadowRoot?.querySelectorAll<HTMLElement>('[type=radio]')[1]?.click();
      await form.type('number', '4111');
      const page = element.parentElement as HTMLElement;
      const target = open().body;
      const before = look(element);
      for (const place of [target, page, target]) {
        place.append(element);
        await element.updateComplete;
        expect(look(element)).to.deep.equal(before);
        expect(form.input('number').value).to.equal('4111');
      }
    });

    it('decides the language and direction, and changes them', async () => {
      const other = open();
      other.documentElement.lang = 'ar';
      const { element } = await checkout({ clientSecret: 'pi_secret_1' });
      other.body.append(element);
      const direction = () => element.shadowRoot?.querySelector('.root')?.getAttribute('dir');
      await waitUntil(() => direction() === 'rtl');
      other.documentElement.lang = 'en';
      await waitUntil(() => direction() === 'ltr');
    });

    it('shows a result as the page shows it', async () => {
      const show = async (target: HTMLElement) => {
        const result = document.createElement('pay-result');
        result.fetchStatus = () => Promise.resolve({ id: 'p1', status: 'paid' });
        result.paymentId = 'p1';
        target.append(result);
        left.push(() => result.remove());
        await waitUntil(() => result.shadowRoot?.textContent?.includes('received'));
        return getComputedStyle(result.shadowRoot?.querySelector('.notice') as Element).borderTopWidth;
      };
      expect(await show(open().body)).to.equal(await show(document.body));
    });
  });
}
