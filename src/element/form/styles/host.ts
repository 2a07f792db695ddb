import { css } from '@lit/reactive-element/css-tag.js';
import { tokens } from './tokens.js';

export const host = css`
  ${tokens}
  :host {
    display: block;
    flex-wrap: wrap;
  }
  /* Text styles of the page are not inherited; visibility, pointer-events and color-scheme are. */
  .root,
  .result {
    all: initial;
    display: block;
    /* Also where a page makes the element a flex box or a grid. */
    width: 100%;
    container-type: inline-size;
    color: var(--_text);
    color-scheme: inherit;
    font: var(--_size) / 1.4 var(--_font);
    pointer-events: inherit;
    visibility: inherit;
    -webkit-text-size-adjust: 100%;
  }
  :host([hidden]),
  [hidden],
  /* A server-rendered form that is parsed after the script has rendered its own. Browser extensions insert styles before it. */
  div + [data-of] {
    display: none !important;
  }
  * {
    box-sizing: border-box;
  }
  p,
  ul {
    margin: 0;
    padding: 0;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
