/** For unit tests in jsdom and happy-dom, which run the element: the verbs of the Playwright fixture. */
export * from '../../testing/dom.js';
