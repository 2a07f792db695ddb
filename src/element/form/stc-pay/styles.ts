import { css } from '@lit/reactive-element/css-tag.js';

/** Styles of the number and the code of STC Pay. */
export const stcPayStyles = css`
  .mobile,
  .code,
  .sent,
  .ending {
    grid-column: 1 / -1;
  }
  .sent {
    padding-bottom: calc(var(--_space) / 2);
    overflow-wrap: anywhere;
  }
  .ending {
    min-height: 1.4em;
    padding-bottom: calc(var(--_space) / 2);
    color: var(--_muted);
    font-size: 0.875em;
  }
  .confirm button + button {
    margin-top: calc(var(--_space) / 2);
  }
`;
