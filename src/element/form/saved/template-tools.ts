import { html, nothing } from 'lit/html.js';
import { renderBlankCard, renderNetworkMark } from '../marks.js';

/** Passed to `pay-methods.js`, so that the file brings no second copy of Lit. */
export const templateTools = { html, nothing, renderBlankCard, renderNetworkMark };

export type TemplateTools = typeof templateTools;
