import { css } from '@lit/reactive-element/css-tag.js';

export const host = css`
  :host {
    --_accent: var(--pay-accent, light-dark(#0b57d0, #8ab4f8));
    --_on-accent: var(--pay-on-accent, light-dark(#fff, #0b1b33));
    --_text: var(--pay-text, light-dark(#1b1c1f, #e8eaed));
    --_muted: var(--pay-muted, light-dark(#5b6068, #a9afb8));
    --_surface: var(--pay-surface, light-dark(#fff, #1d1f23));
    --_border: var(--pay-border, light-dark(#868c95, #7d848e));
    --_danger: var(--pay-danger, light-dark(#b3261e, #ff8a80));
    --_success: var(--pay-success, light-dark(#146c2e, #7ddb94));
    --_radius: var(--pay-radius, 8px);
    --_space: var(--pay-spacing, 16px);
    --_font: var(--pay-font, system-ui, sans-serif);
    --_size: var(--pay-font-size, max(1rem, 16px));
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
