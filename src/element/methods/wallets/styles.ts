import { css } from '@lit/reactive-element/css-tag.js';

/** The row of the wallets' buttons. Apple's button is drawn by the browser where it can. */
export const walletStyles = css`
  .wallets {
    display: grid;
    gap: calc(var(--_space) * 0.75);
    margin-block: 0 var(--_space);
  }
  .wallets.asking {
    min-block-size: 48px;
  }
  .wallets:empty:not(.asking) {
    display: none;
  }
  .wallets [data-wallet] {
    --apple-pay-button-width: 100%;
    --apple-pay-button-height: 48px;
    --apple-pay-button-border-radius: var(--_radius);
    box-sizing: border-box;
    inline-size: 100%;
    min-block-size: 48px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: #000;
    color: #fff;
    font: 600 1.0625rem/1.2 system-ui;
    cursor: pointer;
  }
  .wallets :focus-visible {
    outline: 3px solid var(--_accent);
    outline-offset: 2px;
  }
  .wallets button[part]:hover:enabled:not(.busy) {
    background: #000;
  }
  .wallets [aria-disabled='true'] {
    opacity: 0.5;
    cursor: default;
  }
  @supports (-webkit-appearance: -apple-pay-button) {
    .wallets button.applepay {
      -webkit-appearance: -apple-pay-button;
      -apple-pay-button-type: plain;
      -apple-pay-button-style: black;
      font-size: 0;
    }
  }
  .wallets p {
    margin: 0;
    color: var(--_muted);
    text-align: center;
  }
  .wallets .refused {
    color: var(--_danger);
    text-align: start;
  }
`;
