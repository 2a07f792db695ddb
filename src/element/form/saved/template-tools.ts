import { html, nothing } from 'lit/html.js';
import { renderBlankCard, renderNetworkMark } from '../marks.js';

/** Passed to the module of the saved cards, which is loaded separately, so that the module brings no second copy of Lit. */
export const templateTools = { html, nothing, renderBlankCard, renderNetworkMark };

export type TemplateTools = typeof templateTools;
