import * as lit from 'lit/html.js';
import { openDialog } from '../../../../src/element/challenge/challenge-dialog.js';
import * as en from '../../../../src/element/i18n/locales/en.js';

const root = document.querySelector('#host')!.attachShadow({ mode: 'open' });
openDialog(root, {
  url: new URL('./says.html', import.meta.url).href,
  paymentId: 'p',
  lit,
  messages: en.bank,
  direction: 'ltr',
  tag: 'en',
});
root.querySelector('iframe')!.addEventListener('load', () => {
  const advertisement = document.createElement('iframe');
  advertisement.src = 'https://advertisement.example/banner';
  document.addEventListener('securitypolicyviolation', () => (document.title = 'blocked'));
  document.body.append(advertisement);
});
