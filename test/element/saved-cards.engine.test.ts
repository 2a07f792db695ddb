import { expect } from 'chai';
import { sendKeys } from '@web/test-runner-commands';
import { PayCheckout, type PayChangeEvent } from '../../src/entries/element.js';
import type { BuildDependencies } from '../../src/element/register.js';
import { waitUntil } from '../wait-until.js';
import { checkout, Form, watchTimers } from './page.js';
import { baseUrl, publishableKey } from './sandbox.js';
import { expired, mada, SavedCards, set, visa } from './saved-cards.js';

const clientSecret = 'pi_secret_1';
const open = async (properties: Parameters<typeof checkout>[0] = {}) =>
  new SavedCards(await checkout({ clientSecret, ...properties }));
const root = (form: Form) => form.element.shadowRoot as ShadowRoot;
const active = (form: Form) => root(form).activeElement;

async function press(key: string, radio: HTMLInputElement): Promise<void> {
  radio.focus();
  await sendKeys({ press: key });
}

/** The method of each `pay-change`, in order, and whether it is complete. */
function watchMethods({ element }: Form): string[] {
  const emitted: string[] = [];
  element.addEventListener('pay-change', ({ detail }: PayChangeEvent) => {
    emitted.push(`${detail.method} ${detail.complete ? 'complete' : 'incomplete'}`);
  });
  return emitted;
}

describe('saved cards', () => {
  it('are not there where the page has none, and the fields are', async () => {
    for (const savedCards of [undefined, []]) {
      const saved = await open({ savedCards });
      expect(saved.group).to.equal(null);
      expect(saved.fieldsShown).to.equal(true);
      expect(root(saved.form).querySelectorAll('input')).to.have.length(4);
    }
  });

  it('stand above the fields, the first that can be used is chosen, and the fields are away', async () => {
    const saved = await open({ savedCards: [expired, visa, mada] });
    expect(saved.texts).to.deep.equal([
      '•••• 0001 ending in 0001 ExpiredExpiration date 01 / 24',
      '•••• 5430 ending in 5430 Expiration date 03 / 31',
      '•••• 1010 ending in 1010 Expiration date 12 / 30',
      'Another card',
    ]);
    expect(saved.group?.querySelector('legend')?.textContent).to.equal('Saved cards');
    expect(saved.enabled).to.deep.equal([false, true, true, true]);
    expect(saved.chosen).to.equal(1);
    expect(saved.fieldsShown).to.equal(false);
    expect(saved.form.visible('cvc')).to.equal(false);
  });

  it('leave the four inputs in the form, found by their autocomplete', async () => {
    const { form } = await open({ savedCards: [visa] });
    const inputs = [...(root(form).querySelector('form')?.querySelectorAll('input[autocomplete]') ?? [])];
    expect(inputs.map((input) => input.getAttribute('autocomplete'))).to.deep.equal([
      'cc-number',
      'cc-exp',
      'cc-csc',
      'cc-name',
    ]);
  });

  it('are said to a screen reader as a group with a name, and each as its network, “ending in 1010” and its date', async () => {
    const saved = await open({ savedCards: [mada] });
    const [row] = saved.rows;
    expect(saved.group?.firstElementChild?.localName).to.equal('legend');
    expect(row?.querySelector('svg')?.getAttribute('aria-label')).to.equal('mada');
    expect(row?.querySelector('bdi')?.dir).to.equal('ltr');
    expect(row?.querySelector('[aria-hidden="true"]')?.textContent).to.equal('•••• 1010');
    expect(row?.querySelector('.unseen')?.textContent.trim()).to.equal('ending in 1010');
    expect(saved.radio(0).labels?.[0]).to.equal(row);
  });

  it('shows cards of unaccepted and unknown networks as disabled', async () => {
    const savedCards = [mada, { ...visa, company: 'next' }, visa];
    const saved = await open({ networks: 'visa', savedCards });
    expect(saved.enabled).to.deep.equal([false, false, true, true]);
    expect(saved.texts.slice(0, 2).join()).to.match(/1010 Can’t be used here.*5430 Can’t be used here/);
    expect(saved.chosen).to.equal(2);
    await set(saved.form.element, { networks: 'mada' });
    expect(saved.enabled).to.deep.equal([true, false, false, true]);
    expect(saved.chosen).to.equal(0);
  });

  it('shows the fields when no saved card can be used', async () => {
    const saved = await open({ savedCards: [expired] });
    expect([saved.chosen, saved.fieldsShown]).to.deep.equal([1, true]);
  });

  it('accepts a saved card that expires this month', async () => {
    const now = new Date();
    const savedCards = [{ ...visa, month: now.getMonth() + 1, year: now.getFullYear() }];
    expect((await open({ savedCards })).enabled).to.deep.equal([true, true]);
  });

  it('give way to the fields when the payer chooses another card, and come back', async () => {
    const saved = await open({ savedCards: [visa, mada] });
    const { form } = saved;
    await saved.choose(-1);
    expect(saved.fieldsShown).to.equal(true);
    await form.type('number', '4111');
    await saved.choose(1);
    expect([saved.chosen, saved.fieldsShown]).to.deep.equal([1, false]);
    await saved.choose(-1);
    expect(form.input('number').value).to.equal('4111');
  });

  it('tell the page by which kind is paid, and that it is complete, and nothing more', async () => {
    const form = await checkout({ clientSecret });
    const emitted = watchMethods(form);
    const saved = new SavedCards(form);
    await set(form.element, { savedCards: [visa, mada] });
    expect(emitted).to.deep.equal(['saved complete']);
    await saved.choose(1);
    await saved.choose(-1);
    await saved.choose(0);
    expect(emitted).to.deep.equal(['saved complete', 'card incomplete', 'saved complete']);
    await set(form.element, { savedCards: undefined });
    expect(emitted.at(-1)).to.equal('card incomplete');
  });

  it('make the form valid, whatever the fields hold', async () => {
    const saved = await open({ savedCards: [visa] });
    const { element } = saved.form;
    expect(element.checkValidity()).to.equal(true);
    expect(element.reportValidity()).to.equal(true);
    expect(element.validationMessage).to.equal('Pay here first, then continue.');
    await saved.choose(-1);
    expect(element.checkValidity()).to.equal(false);
    element.reportValidity();
    await element.updateComplete;
    expect(saved.form.message('number')).to.equal('Enter your card number.');
    expect(active(saved.form)).to.equal(saved.form.input('number'));
    await saved.choose(0);
    expect(element.checkValidity()).to.equal(true);
  });

  it('keeps the payer’s choice when the page changes the list and the card is still in it', async () => {
    const saved = await open({ savedCards: [visa, mada] });
    const { element } = saved.form;
    await saved.choose(1);
    await set(element, { savedCards: [{ ...mada }, { ...visa }] });
    expect(saved.chosen).to.equal(0);
    await set(element, { savedCards: [visa] });
    expect([saved.chosen, saved.fieldsShown]).to.deep.equal([1, true]);
    await set(element, { savedCards: [visa, mada] });
    expect(saved.chosen).to.equal(1);
    await saved.choose(-1);
    await set(element, { savedCards: [mada, visa] });
    expect([saved.chosen, saved.fieldsShown]).to.deep.equal([2, true]);
    await set(element, { amount: 20_000 });
    expect(saved.chosen).to.equal(2);
  });

  it('keeps the preselected card when the page reorders the list', async () => {
    const saved = await open({ savedCards: [visa] });
    expect(saved.chosen).to.equal(0);
    await set(saved.form.element, { savedCards: [mada, visa] });
    expect(saved.chosen).to.equal(1);
    saved.form.element.reset();
    await saved.form.element.updateComplete;
    expect(saved.chosen).to.equal(0);
  });

  it('keeps the fields when saved cards arrive while the payer types', async () => {
    const form = await checkout({ clientSecret });
    const saved = new SavedCards(form);
    await form.type('number', '4111');
    await set(form.element, { savedCards: [visa] });
    expect([saved.chosen, saved.fieldsShown]).to.deep.equal([1, true]);
    expect(active(form)).to.equal(form.input('number'));
    expect(form.input('number').value).to.equal('4111');
  });

  it('keeps the fields when saved cards are removed and set again while the payer types', async () => {
    const saved = await open({ savedCards: [visa] });
    const { form } = saved;
    await set(form.element, { savedCards: [] });
    await form.type('number', '4111');
    await set(form.element, { savedCards: [visa] });
    expect([saved.chosen, saved.fieldsShown, form.input('number').value]).to.deep.equal([1, true, '4111']);
  });

  describe('with a module that does not load in time', () => {
    const { dependencies } = PayCheckout;
    afterEach(() => void (PayCheckout.dependencies = dependencies));
    const loadBy = (loadMethods: BuildDependencies['loadMethods']) =>
      void (PayCheckout.dependencies = { ...dependencies, loadMethods });
    const lost = () => Promise.reject(new TypeError('It cannot be had.'));
    const never = () => new Promise<never>(() => undefined);
    /** Loads the module when the test lets it come. */
    const loadLater = () => {
      let arrive!: () => void;
      const way = new Promise<void>((arrived) => (arrive = arrived));
      loadBy(() => way.then(dependencies.loadMethods));
      return arrive;
    };

    it('shows the fields without the save option when the module does not load', async () => {
      loadBy(lost);
      const saved = await open({ savedCards: [visa], saveCard: 'always' });
      expect([saved.form.element.state, saved.group, saved.fieldsShown]).to.deep.equal(['ready', null, true]);
      expect(root(saved.form).textContent).not.to.contain('saved');
    });

    it('keeps and validates what was typed when the module does not load', async () => {
      let lose!: () => void;
      const way = new Promise<never>((_, lost) => (lose = () => lost(new TypeError('It cannot be had.'))));
      loadBy(() => way);
      const opening = open({ savedCards: [visa], networks: 'mada' });
      const element = document.querySelector('pay-checkout') as PayCheckout;
      await waitUntil(() => element.shadowRoot?.querySelector('form'));
      const brands: unknown[] = [];
      element.addEventListener('pay-change', ({ detail }) => brands.push(detail.brand));
      const input = new Form(element).input('number');
      input.value = '4111';
      input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
      lose();
      await opening;
      expect([element.state, ...brands]).to.deep.equal(['ready', 'visa', undefined]);
    });

    for (const methods of ['creditcard', 'applepay creditcard'])
      it(`does not wait for the module with methods="${methods}"`, async () => {
        loadBy(never);
        const { element } = await open({ methods }).then(({ form }) => form);
        expect(element.state).to.equal('ready');
      });

    for (const methods of ['stcpay', 'applepay stcpay'])
      it(`takes no card with methods="${methods}", because the page offers none`, async () => {
        loadBy(lost);
        const { element } = (await open({ methods })).form;
        expect(element.state).to.equal('waiting');
        const error = await element.submit().catch((error: unknown) => error);
        expect(error).to.include({
          code: 'network',
          message: 'pay-methods.js did not load. Nothing was sent.',
        });
      });

    it('loads the module once, however often the page pays by STC Pay', async () => {
      let loads = 0;
      loadBy(() => {
        loads += 1;
        return dependencies.loadMethods();
      });
      const { element } = (await open()).form;
      const source = { type: 'stcpay', mobile: '0512345678' };
      const [first, second] = await Promise.allSettled([
        element.submit({ source }),
        element.submit({ source }),
      ]);
      expect([loads, first]).to.deep.equal([1, second]);
    });

    it('waits for the module as long as it loads where the page takes no card', async () => {
      let arrive!: () => void;
      const way = new Promise<void>((arrived) => (arrive = arrived));
      let onAsked!: () => void;
      const asked = new Promise<void>((resolve) => (onAsked = resolve));
      loadBy(() => {
        onAsked();
        return way.then(dependencies.loadMethods);
      });
      const { timers, restore } = watchTimers(2_000, 3_000);
      try {
        const opening = open({ methods: 'stcpay' });
        const element = document.querySelector('pay-checkout') as PayCheckout;
        // The element is in the page before the page sets its properties.
        await asked;
        // The form's patience with the module ends, and then that with missing values.
        for (const end of timers.values()) end();
        for (const end of timers.values()) end();
        expect(element.state).to.equal('waiting');
        arrive();
        await opening;
        expect(element.state).to.equal('ready');
      } finally {
        restore();
      }
    });

    it('waits for the module as long as it loads where the page takes cards no more', async () => {
      const arrive = loadLater();
      const { element } = (await open({ methods: 'creditcard' })).form;
      const { timers, restore } = watchTimers(2_000, 3_000);
      try {
        element.methods = 'stcpay';
        await waitUntil(() => element.state === 'waiting');
        for (const end of timers.values()) end();
        expect(element.state).to.equal('waiting');
        arrive();
        await waitUntil(() => element.state === 'ready');
      } finally {
        restore();
      }
    });

    it('does not report misconfiguration while the module loads slowly', async () => {
      loadBy(never);
      const element = document.createElement('pay-checkout');
      const errors: unknown[] = [];
      element.addEventListener('pay-error', ({ detail }) => errors.push(detail.error.message));
      const { timers, restore } = watchTimers(3_000);
      try {
        document.body.append(element);
        await element.updateComplete;
        Object.assign(element, { baseUrl, publishableKey, clientSecret, savedCards: [visa] });
        await Promise.resolve();
        // The patience with missing values ends while the file is still on its way.
        for (const end of timers.values()) end();
        await new Promise((ready) => element.addEventListener('pay-ready', ready, { once: true }));
      } finally {
        restore();
        element.remove();
      }
      expect(errors).to.deep.equal([]);
    });

    it('shows the fields after the timeout and the saved cards when the module arrives', async () => {
      const arrive = loadLater();
      const form = open({ savedCards: [visa], saveCard: 'always' });
      const element = document.querySelector('pay-checkout') as PayCheckout;
      expect(element.state).to.equal('waiting');
      await new Promise((ready) => element.addEventListener('pay-ready', ready, { once: true }));
      expect(element.checkValidity()).to.equal(false);
      arrive();
      const saved = await form;
      expect([saved.chosen, saved.fieldsShown, element.checkValidity()]).to.deep.equal([0, false, true]);
    });
  });

  it('resets to the preselected card and clears the typed one', async () => {
    const saved = await open({ savedCards: [visa, mada], saveCard: 'offer' });
    const { form } = saved;
    await saved.choose(-1);
    await form.type('number', '4111');
    saved.box?.click();
    form.element.reset();
    await form.element.updateComplete;
    expect([saved.chosen, form.input('number').value]).to.deep.equal([0, '']);
    await saved.choose(-1);
    expect(saved.box?.checked).to.equal(false);
  });

  it('stay chosen as the payer chose them, by a click or an arrow key, however often the form is drawn anew', async () => {
    const saved = await open({ savedCards: [visa, mada] });
    const { element } = saved.form;
    const changes: Partial<PayCheckout>[] = [
      { amount: 20_000 },
      { lang: 'ar' },
      { networks: 'mada visa' },
      { disabled: true },
      { disabled: false },
      { messages: { payNow: 'Now' } },
      { lang: 'en' },
      { savedCards: [{ ...visa }, { ...mada }] },
    ];
    const choices: readonly (readonly [at: number, choose: () => Promise<void>])[] = [
      [1, () => saved.choose(1)],
      [2, () => press('ArrowDown', saved.radio(1))],
      [1, () => press('ArrowUp', saved.radio(2))],
      [0, () => saved.choose(0)],
    ];
    for (const [at, choose] of choices) {
      await choose();
      await element.updateComplete;
      for (const change of changes) {
        await set(element, change);
        expect(saved.checked, JSON.stringify(change)).to.deep.equal([at]);
      }
    }
  });

  it('are as reset says, and can be chosen again, when the payer had chosen the same ones before', async () => {
    const saved = await open({ savedCards: [visa, mada] });
    const { element } = saved.form;
    for (const at of [1, 1, 2, 1, 0]) {
      await saved.choose(at);
      expect(saved.checked).to.deep.equal([at]);
      element.reset();
      await element.updateComplete;
      expect(saved.checked).to.deep.equal([0]);
    }
  });

  it('focuses the button while a saved card is chosen', async () => {
    const { form } = await open({ savedCards: [visa] });
    form.element.focus();
    expect(active(form)).to.equal(form.button);
  });

  it('cannot be chosen in a disabled form', async () => {
    const saved = await open({ savedCards: [visa, mada], saveCard: 'offer', disabled: true });
    expect(saved.group?.disabled).to.equal(true);
    await saved.choose(1);
    expect(saved.chosen).to.equal(0);
    await set(saved.form.element, { disabled: false });
    await saved.choose(-1);
    expect([saved.fieldsShown, saved.box?.disabled]).to.deep.equal([true, false]);
  });

  it('may be a hundred: the last card of all is chosen by one press, and another card stays in reach', async () => {
    const many = Array.from({ length: 100 }, (_, at) => ({
      ...visa,
      token: `token_${at}`,
      number: `4111-11XX-XXXX-${String(1000 + at)}`,
    }));
    const saved = await open({ savedCards: many });
    expect(saved.rows).to.have.length(101);
    await saved.choose(99);
    expect(saved.chosen).to.equal(99);
    const list = saved.group?.querySelector('.cards') as HTMLElement;
    expect(list.clientHeight).to.be.lessThan(360);
    expect(list.contains(saved.radio(-1))).to.equal(false);
    expect(saved.form.element.clientHeight).to.be.lessThan(600);
    expect(document.documentElement.scrollHeight).to.be.lessThan(2000);
  });

  it('are said in Arabic, with the digits from left to right', async () => {
    const saved = await open({ savedCards: [expired, mada], lang: 'ar' });
    await saved.form.element.updateComplete;
    expect(saved.texts).to.deep.equal([
      '•••• 0001 تنتهي بالأرقام 0001 منتهية الصلاحيةتاريخ الانتهاء 01 / 24',
      '•••• 1010 تنتهي بالأرقام 1010 تاريخ الانتهاء 12 / 30',
      'بطاقة أخرى',
    ]);
    expect(saved.rows[1]?.querySelector('svg')?.getAttribute('aria-label')).to.equal('مدى');
    for (const bdi of saved.group?.querySelectorAll('bdi') ?? [])
      expect(getComputedStyle(bdi).direction).to.equal('ltr');
  });

  it('reports invalid saved cards as a configuration error without a token', async () => {
    const form = await checkout({ clientSecret });
    const errors: string[] = [];
    form.element.addEventListener('pay-error', ({ detail }) =>
      errors.push(`${detail.error.code} ${detail.error.field} ${detail.error.message}`),
    );
    const { error } = console;
    console.error = () => undefined;
    try {
      await set(form.element, { savedCards: [{ ...visa, company: undefined as never }] });
    } finally {
      console.error = error;
    }
    expect(form.element.state).to.equal('misconfigured');
    expect(errors).to.have.length(1);
    expect(errors[0])
      .to.match(/^configuration savedCards `savedCards` /)
      .and.not.to.contain(visa.token);
    expect(root(form).innerHTML).not.to.contain(visa.token);
    await set(form.element, { savedCards: [visa] });
    expect(form.element.state).to.equal('ready');
  });

  it('leave no token in the page: in no attribute, text or value', async () => {
    const saved = await open({ savedCards: [visa, mada, expired] });
    await saved.choose(1);
    const { form } = saved;
    expect(form.element.outerHTML + root(form).innerHTML).not.to.match(/token_/);
    for (const input of root(form).querySelectorAll('input')) expect(input.value).not.to.contain('token_');
    expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.to.contain('token_');
  });
});

describe('keeping a typed card', () => {
  it('shows no save option without save-card', async () => {
    const saved = await open({});
    expect([saved.box, saved.keeping]).to.deep.equal([null, '']);
  });

  it('is offered by a box that is not ticked, only beside the fields', async () => {
    const saved = await open({ savedCards: [visa], saveCard: 'offer' });
    expect(saved.keeping).to.equal('');
    await saved.choose(-1);
    expect(saved.keeping).to.equal('Save this card for next time');
    expect(saved.box?.checked).to.equal(false);
    expect(saved.box?.labels?.[0]?.textContent).to.equal('Save this card for next time');
    saved.box?.click();
    await saved.choose(0);
    expect(saved.keeping).to.equal('');
    await saved.choose(-1);
    expect(saved.box?.checked).to.equal(true);
  });

  it('has the words beside its box, however narrow the form', async () => {
    const saved = await open({ saveCard: 'offer' });
    saved.form.element.style.width = '180px';
    const words = saved.box?.nextElementSibling?.getBoundingClientRect();
    const box = saved.box?.getBoundingClientRect();
    expect(words?.height).to.be.greaterThan(30);
    expect(words?.left).to.be.greaterThan(box?.right ?? Infinity);
  });

  it('is not agreed to any more when the element was away, and the card that it was about is gone', async () => {
    const saved = await open({ saveCard: 'offer' });
    const { element } = saved.form;
    const place = element.parentElement as HTMLElement;
    await saved.form.type('number', '4111');
    saved.box?.click();
    element.remove();
    await waitUntil(() => saved.form.input('number').value === '');
    place.append(element);
    await element.updateComplete;
    expect(saved.box?.checked).to.equal(false);
  });

  it('is not agreed to any more when the page has taken the offer back and makes it again', async () => {
    const saved = await open({ saveCard: 'offer' });
    saved.box?.click();
    await set(saved.form.element, { saveCard: undefined });
    expect(saved.keeping).to.equal('');
    await set(saved.form.element, { saveCard: 'offer' });
    expect(saved.box?.checked).to.equal(false);
  });

  it('is said in a sentence where it is always done', async () => {
    const saved = await open({ saveCard: 'always' });
    expect(saved.keeping).to.equal('This card will be saved for next time.');
    expect(saved.box).to.equal(null);
  });
});
