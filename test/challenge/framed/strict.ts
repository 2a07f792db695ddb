import { openDialog } from '../../../src/challenge/challenge-dialog.js';
import * as en from '../../../src/i18n/locales/en.js';

openDialog(document.querySelector('#host')!.attachShadow({ mode: 'open' }), {
  url: 'https://bank.example/',
  paymentId: 'p',
  messages: en.bank,
  direction: 'ltr',
  tag: 'en',
});
