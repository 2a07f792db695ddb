import { html, nothing } from 'lit/html.js';
import { blankCard, networkMark } from '../marks.js';

/** What the form hands to the file about saved cards, which is fetched later: so it brings no second copy of Lit. */
export const drawing = { html, nothing, blankCard, networkMark };

export type Drawing = typeof drawing;
