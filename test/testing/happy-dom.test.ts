import { Window } from 'happy-dom';
import { testElementIn } from './dom-suite.js';

const window = new Window({ url: 'http://shop.example/' });
testElementIn('happy-dom', window, () => window.close());
