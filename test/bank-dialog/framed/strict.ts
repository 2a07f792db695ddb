import { openChallenge } from '../../../src/bank-dialog/challenge.js';
import * as en from '../../../src/words/languages/en.js';

openChallenge(document.querySelector('#host')!.attachShadow({ mode: 'open' }), {
  url: 'https://bank.example/',
  paymentId: 'p',
  words: en.bank,
  direction: 'ltr',
  tag: 'en',
});
