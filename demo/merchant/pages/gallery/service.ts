import { situations } from './situations.js';

/** Where the forms of the gallery send their payments: nowhere. The page answers in place of the service. */
const home = 'https://service.invalid/';

/** An address of its own for each situation. */
export const serviceOf = (situation: string): string => `${home}${encodeURIComponent(situation)}/`;

/** Lets a form wait for what its page has not set, which it would say after three seconds. */
export function waitForever(): void {
  const { setTimeout } = window;
  const wait = (callback: () => void, ms?: number) => (ms === 3000 ? 0 : setTimeout(callback, ms));
  Object.assign(window, { setTimeout: wait });
}

/** Answers the payments of the gallery as their situations say. Everything else goes on to the network. */
export function answerPayments(): void {
  const { fetch } = window;
  window.fetch = async (input, init) => {
    const { href } = new URL(input instanceof Request ? input.url : input, location.href);
    if (!href.startsWith(home)) return fetch(input, init);
    const { answer = 'never' } = situations.find(({ name }) => href.startsWith(serviceOf(name))) ?? {};
    if (answer === 'never') return new Promise(() => undefined);
    if (answer === 'lost') throw new TypeError('The connection was lost.');
    const { given_id: id } = JSON.parse(String(init?.body)) as { readonly given_id: string };
    return Response.json({ id, amount: 10_000, currency: 'SAR', ...answer }, { status: 201 });
  };
}
