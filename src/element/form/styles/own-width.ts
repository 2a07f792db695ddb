import { css } from '@lit/reactive-element/css-tag.js';

/**
 * `container-type: inline-size` makes an element's own width 0, so it would vanish in a layout that shrinks to its content:
 * a flex row, a dialog, a table cell. Two invisible letters give the element a width: 26em where there is room for both on
 * a line, and half of that at least.
 */
export const ownWidth = css`
  :host::before {
    content: 'i i';
    display: block;
    height: 0;
    overflow: hidden;
    visibility: hidden;
    --_half: min(12.75em, 75vw);
    font-size: var(--pay-font-size, max(1rem, 16px));
    text-indent: 0;
    white-space: normal;
    letter-spacing: var(--_half);
    word-spacing: calc(-1 * var(--_half));
  }
`;
