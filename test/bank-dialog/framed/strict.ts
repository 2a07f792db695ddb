import { openChallenge } from '../../../src/bank-dialog/challenge.js';
import { wordsFor } from '../../../src/bank-dialog/words.js';

openChallenge(document.querySelector('#host')!.attachShadow({ mode: 'open' }), {
  url: 'https://bank.example/',
  paymentId: 'p',
  words: wordsFor('en'),
  direction: 'ltr',
  tag: 'en',
});
