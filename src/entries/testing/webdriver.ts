/** For tests with Selenium's WebDriver: the verbs of the Playwright fixture. */
export * from '../../testing/webdriver.js';
