import { css } from '@lit/reactive-element/css-tag.js';

export const button = css`
  button {
    position: relative;
    width: 100%;
    min-height: 52px;
    margin: 0;
    padding: 10px 16px;
    border: 1px solid;
    border-color: var(--_accent);
    border-radius: var(--_radius);
    background: var(--_accent);
    color: var(--_on-accent);
    font: 600 1.0625em / 1.3 var(--_font);
    font-variant-numeric: tabular-nums;
    cursor: pointer;
    /* An amount that is longer than its line would lose its first or its last digits. */
    overflow-wrap: anywhere;
  }
  button[part]:hover:enabled:not(.busy, .second) {
    border-color: transparent;
    background: color-mix(in srgb, var(--_accent) 88%, var(--_text));
  }
  button.second {
    border-color: var(--_border);
    background: transparent;
    color: var(--_text);
  }
  .second:hover {
    border-color: var(--_text);
  }
  .busy {
    cursor: progress;
  }
  button:disabled {
    border-color: transparent;
    background: color-mix(in srgb, var(--_border) 25%, var(--_surface));
    color: var(--_muted);
    cursor: default;
  }
  /* Where these buttons come, another one was: a second press, however slow, was meant for that one. */
  .unpressed {
    animation: unpressed 1s !important;
  }
  @keyframes unpressed {
    from,
    to {
      pointer-events: none;
    }
  }
  .riyal {
    width: auto;
    height: 0.9em;
    fill: currentColor;
    vertical-align: -0.1em;
  }
  .spinner {
    display: inline-block;
    width: 1em;
    height: 1em;
    margin-inline-end: 0.5em;
    border: 2px solid currentColor;
    border-inline-end-color: transparent;
    border-radius: 50%;
    vertical-align: -0.12em;
  }
  .test {
    margin-top: 10px;
    color: var(--_muted);
    font-size: 0.8125em;
    text-align: center;
  }
`;
