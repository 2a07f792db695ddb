import { openChallenge } from '../../../src/challenge/challenge.js';
import { wordsFor } from '../../../src/challenge/words.js';

openChallenge(document.querySelector('#host')!.attachShadow({ mode: 'open' }), {
  url: 'https://bank.example/',
  paymentId: 'p',
  words: wordsFor('en'),
  direction: 'ltr',
  tag: 'en',
});
