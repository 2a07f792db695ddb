import { JSDOM } from 'jsdom';
import { testElementIn } from './dom-suite.js';

const { window } = new JSDOM('<!doctype html>', { url: 'http://shop.example/' });
testElementIn('jsdom', window, () => window.close());
