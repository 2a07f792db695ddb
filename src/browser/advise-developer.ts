import { isLoopback } from '../wire/loopback.js';

/** Tells the developer something in the console. No payer and no code of the page needs to know it. */
export const adviseDeveloper = (host: Element, advice: string): void => {
  // eslint-disable-next-line no-console -- the developer reads it there
  console.warn(`<${host.localName}>: ${advice}`);
};

/** Whether text for developers may stand in the page: with a key of the test mode, and on the developer's own machine. */
export const isDeveloperPage = (key?: unknown): boolean =>
  /^\s*[ps]k_test_/.test(String(key)) || isLoopback(location.hostname);
