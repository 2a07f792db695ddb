/** The build minifies templates with this tag. */
const css = String.raw;

/**
 * The look of the dialog. The custom properties and their fallbacks repeat the form's, because this module is loaded on its
 * own. The form's rules also match inside the dialog, so each property of a button is reset.
 */
export const dialogStyles = css`
  /* Without a box it is no item of the element's layout, where a page makes that a flex box or a grid with gaps. */
  .bank-container {
    display: contents;
  }
  .bank {
    --_accent: var(--pay-accent, light-dark(#0b57d0, #8ab4f8));
    --_on-accent: var(--pay-on-accent, light-dark(#fff, #0b1b33));
    --_text: var(--pay-text, light-dark(#1b1c1f, #e8eaed));
    --_surface: var(--pay-surface, light-dark(#fff, #1d1f23));
    --_border: var(--pay-border, light-dark(#868c95, #7d848e));
    --_radius: var(--pay-radius, 8px);
    --_font: var(--pay-font, system-ui, sans-serif);
    position: fixed;
    inset: 0;
    /* Pages cover or fade what is busy, and the payer has to answer the bank. */
    visibility: visible;
    pointer-events: auto;
    box-sizing: border-box;
    flex-direction: column;
    /* With a line around it the frame is 500 by 600, a size that banks draw their pages for. */
    width: 502px;
    height: 680px;
    /* In percent, because vw and vh ignore the page’s zoom. */
    max-width: calc(100% - 32px);
    max-height: calc(100% - 32px);
    margin: auto;
    padding: 0;
    overflow: hidden;
    overscroll-behavior: contain;
    border: 1px solid;
    border-radius: calc(var(--_radius) * 1.5);
    border-color: color-mix(in srgb, var(--_border) 50%, var(--_surface));
    background: var(--_surface);
    color: var(--_text);
    font: var(--pay-font-size, max(1rem, 16px)) / 1.4 var(--_font);
    letter-spacing: normal;
    text-align: start;
    text-indent: 0;
    text-transform: none;
    white-space: normal;
    word-spacing: normal;
    -webkit-text-fill-color: currentcolor;
  }
  .bank[open] {
    display: flex;
  }
  .bank::backdrop {
    background: rgb(0 0 0 / 55%);
  }
  .bank header,
  .bank .row {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
  }
  .bank header {
    padding: 10px 12px;
  }
  .bank h2 {
    flex: 1 1 100%;
    margin: 0;
    font-size: 1.0625em;
    font-weight: 600;
    line-height: 1.4;
  }
  .bank h2:focus {
    outline: none;
  }
  .bank button {
    position: static;
    width: auto;
    min-height: 44px;
    margin: 0;
    padding: 6px 14px;
    border: 1px solid;
    border-color: var(--_border);
    border-radius: var(--_radius);
    background: none;
    color: inherit;
    font: 500 0.875em / 1.3 var(--_font);
    cursor: pointer;
  }
  /* Weighs more than what the form says of every button. */
  .bank button:hover:enabled {
    border-color: currentColor;
    background: none;
  }
  .bank header button:last-child {
    margin-inline-start: auto;
  }
  .bank .row button.main:enabled,
  .bank.slow button.full:enabled {
    border-color: var(--_accent);
    background: var(--_accent);
    color: var(--_on-accent);
  }
  .bank :is(button, iframe):focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .bank iframe:focus-visible {
    outline-offset: -2px;
  }
  .bank p {
    margin: 0;
    font-size: 0.9375em;
    overflow-wrap: anywhere;
  }
  .bank .status {
    padding: 0 12px;
  }
  .bank .status:not(:empty) {
    padding-bottom: 10px;
  }
  .bank .wait::before {
    content: '';
    display: inline-block;
    box-sizing: border-box;
    width: 1em;
    height: 1em;
    margin-inline-end: 0.5em;
    border: 2px solid;
    border-inline-end-color: transparent;
    border-radius: 50%;
    vertical-align: -0.12em;
  }
  .bank .ask {
    padding: 12px;
    border-top: 1px solid;
    border-color: var(--_border);
  }
  .bank .row {
    margin-top: 10px;
  }
  .bank iframe {
    flex: 1;
    min-height: 0;
    width: 100%;
    border: 0;
    border-top: 1px solid;
    border-color: color-mix(in srgb, var(--_border) 50%, var(--_surface));
  }
  .bank [inert] {
    opacity: 0.35;
  }
  @media (max-width: 534px), (max-height: 480px) {
    .bank {
      width: 100%;
      height: 100%;
      max-width: none;
      max-height: none;
      padding: env(safe-area-inset-top) env(safe-area-inset-right) env(safe-area-inset-bottom)
        env(safe-area-inset-left);
      border: 0;
      border-radius: 0;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .bank .wait::before {
      animation: bank-turn 0.8s linear infinite;
    }
  }
  @keyframes bank-turn {
    to {
      transform: rotate(1turn);
    }
  }
  @media (forced-colors: active) {
    .bank .main,
    .bank.slow .full {
      border-width: 3px;
    }
  }
`;
