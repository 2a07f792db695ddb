import { expect } from 'chai';
import { waitUntil } from '../../../wait-until.js';
import { checkout } from '../../page.js';
import { cards, createIntent, fault, readPayment, resetSandbox } from '../../sandbox.js';
import { complete, DeclaredPage } from './page.js';

describe('a form in the page’s HTML whose words are on their way', () => {
  it('fires pay-outcome before it navigates, while the locale is loading', async () => {
    await resetSandbox();
    const { client_secret: clientSecret } = await createIntent({ callback_url: `${location.href}#went` });
    const first = await checkout({ clientSecret });
    await fault('truncated');
    await first.fill(cards.paid);
    expect((await first.element.submit()).status).to.equal('unknown');
    first.element.remove();

    const page = new DeclaredPage({}, complete.replace('pi_secret_1', clientSecret));
    const { element } = page;
    element.fetchStatus = readPayment;
    const statuses: string[] = [];
    element.addEventListener('pay-outcome', ({ detail }) => {
      statuses.push(detail.outcome.status);
    });
    const arrived = page.arrive();
    let awaited = true;
    Object.defineProperty((element as unknown as { language: object }).language, 'awaited', {
      get: () => awaited,
    });
    await arrived;
    await waitUntil(() => element.state === 'paid');
    expect(location.hash).to.equal('');
    awaited = false;
    element.lang = 'ar';
    await waitUntil(() => statuses.includes('paid'));
    expect(statuses).to.deep.equal(['unknown', 'paid']);
    expect(location.hash).to.equal('');
  });
});
