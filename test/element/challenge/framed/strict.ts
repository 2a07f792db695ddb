import * as lit from 'lit/html.js';
import { openDialog } from '../../../../src/element/challenge/challenge-dialog.js';
import * as en from '../../../../src/element/i18n/locales/en.js';

openDialog(document.querySelector('#host')!.attachShadow({ mode: 'open' }), {
  url: 'https://bank.example/',
  paymentId: 'p',
  lit,
  messages: en.bank,
  direction: 'ltr',
  tag: 'en',
});
