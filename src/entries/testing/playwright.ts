/** For tests with Playwright: a fixture that pays, answers the bank, and says what the page was told. */
export * from '../../testing/playwright.js';
