import { css } from '@lit/reactive-element/css-tag.js';
import { ownWidth } from '../../form/styles/own-width.js';
import { tokens } from '../../form/styles/tokens.js';

/**
 * How the frame stands in the page: with room for focus rings, and as high as an untouched form is at this width, so that
 * nothing moves when it is there. Each row has a label, an input and the gap for a message; the marks of the networks make the
 * first one a little higher.
 */
export const remoteFormStyles = css`
  ${tokens}
  ${ownWidth}
  :host {
    display: block;
  }
  :host([hidden]) {
    display: none;
  }
  .content {
    container-type: inline-size;
    font-size: var(--_size);
  }
  .place {
    position: relative;
  }
  .place > iframe,
  ::slotted(iframe) {
    --_gap: calc(var(--_space) / 4);
    display: block;
    box-sizing: border-box;
    width: calc(100% + 8px);
    max-width: none;
    height: calc(
      var(--_rows, 3) * (56px + 2.3625em + 2 * var(--_gap)) + max(52px, 1.38125em + 22px) + 8.4px + 0.15em +
        var(--_test, 0px)
    );
    margin: -4px;
    border: 0;
    color-scheme: inherit;
  }
  .test {
    --_test: calc(10px + 1.1375em);
  }
  @container (max-width: 15em) {
    .place > * {
      --_rows: 4;
    }
  }
  @container (min-width: 38em) {
    .place > * {
      --_rows: 2;
    }
  }
  .silent > iframe,
  .silent ::slotted(iframe) {
    position: absolute;
    inset-block-start: 0;
    height: 100%;
    opacity: 0;
    pointer-events: none;
  }
  /* As in the form, text styles of the page are not inherited. */
  .wallets,
  .place .notice {
    all: initial;
    color: var(--_text);
    color-scheme: inherit;
    font: var(--_size) / 1.4 var(--_font);
    pointer-events: inherit;
    visibility: inherit;
    -webkit-text-size-adjust: 100%;
  }
  .place .notice {
    display: grid;
    gap: 12px;
    justify-items: start;
    padding: 12px 16px;
    border: 1px solid;
    border-radius: var(--_radius);
    background: var(--_surface);
    overflow-wrap: anywhere;
  }
  .place .notice p {
    margin: 0;
  }
  .place button {
    min-height: 44px;
    padding: 8px 16px;
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: var(--_accent);
    color: var(--_on-accent);
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
  .place button:focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
  }
`;
