/**
 * For the merchant's backend: what talks to the service with the secret key, and the form as HTML. Web APIs only. Never
 * load it in a page.
 */
export * from '../server/index.js';
export { renderForm, type FormOptions } from './render-form.js';
