/**
 * The file `pay-lit.js`: what the challenge dialog is drawn with, in a page whose form is only ever in a frame. The other
 * scripts have Lit inside.
 */
export { html, render } from 'lit/html.js';
