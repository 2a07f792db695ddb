import { css } from 'lit';

export const styles = css`
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
    --_font: var(--pay-font, system-ui, 'Segoe UI', 'Noto Sans', 'Noto Sans Arabic', sans-serif);
    --_size: var(--pay-font-size, 1rem);
    display: block;
    container-type: inline-size;
    color: var(--_text);
    font: var(--_size) / 1.4 var(--_font);
  }
  :host([hidden]),
  [hidden] {
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

  form {
    display: grid;
    grid-template-columns: 1fr 1fr;
    column-gap: var(--_space);
    row-gap: calc(var(--_space) / 4);
  }
  .top {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: center;
    gap: 4px 12px;
    margin-bottom: calc(var(--_space) / 2);
    color: var(--_muted);
    font-size: 0.8125em;
  }
  .marks {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    list-style: none;
  }
  .mark {
    padding: 1px 6px;
    border: 1px solid color-mix(in srgb, currentColor 35%, transparent);
    border-radius: 4px;
    color: var(--_muted);
    font-size: 0.6875rem;
    font-weight: 600;
    line-height: 1.5;
  }
  .mark[data-brand] {
    border-color: var(--_accent);
    color: var(--_accent);
  }

  .field {
    min-width: 0;
  }
  .wide {
    grid-column: 1 / -1;
  }
  label {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 8px;
    margin-bottom: 4px;
    font-size: 0.875em;
    font-weight: 500;
  }
  .hint {
    color: var(--_muted);
    font-weight: 400;
  }
  .control {
    position: relative;
  }
  input {
    display: block;
    width: 100%;
    min-height: 48px;
    padding: 8px 12px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: inherit;
    /* Below 16 px a phone zooms into the field. */
    font: max(16px, 1em) / 1.4 var(--_font);
    font-variant-numeric: tabular-nums;
  }
  input::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  input.digits {
    direction: ltr;
  }
  .rtl input.digits {
    text-align: right;
  }
  input:focus-visible,
  button:focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 1px;
  }
  input[aria-invalid='true'] {
    border-color: var(--_danger);
    box-shadow: inset 0 0 0 1px var(--_danger);
  }
  input:read-only {
    opacity: 0.7;
  }
  .brand {
    position: absolute;
    inset-inline-end: 10px;
    inset-block: 0;
    display: flex;
    align-items: center;
    gap: 4px;
    pointer-events: none;
  }
  .brand .mark {
    background: var(--_surface);
  }
  .error {
    /* Room for one line, so that nothing moves when it is filled. */
    min-height: 1.5em;
    margin-top: 2px;
    color: var(--_danger);
    font-size: 0.8125em;
    line-height: 1.5;
  }

  button {
    grid-column: 1 / -1;
    width: 100%;
    min-height: 52px;
    margin-top: calc(var(--_space) / 2);
    padding: 10px 16px;
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: var(--_accent);
    color: var(--_on-accent);
    font: 600 1.0625em / 1.3 var(--_font);
    cursor: pointer;
  }
  button:hover {
    filter: brightness(1.08);
  }
  button[aria-disabled='true'] {
    cursor: default;
    filter: saturate(0.6);
    opacity: 0.75;
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
  @media (prefers-reduced-motion: no-preference) {
    .spinner {
      animation: turn 0.8s linear infinite;
    }
    .skeleton {
      animation: breathe 1.4s ease-in-out infinite alternate;
    }
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
  @keyframes breathe {
    to {
      opacity: 0.45;
    }
  }

  .notice.said {
    margin-bottom: var(--_space);
    padding: 12px var(--_space);
    border: 1px solid color-mix(in srgb, currentColor 45%, transparent);
    border-inline-start: 4px solid currentColor;
    border-radius: var(--_radius);
    background: color-mix(in srgb, currentColor 7%, var(--_surface));
    font-size: 0.9375em;
  }
  .notice p {
    color: var(--_text);
  }
  .notice p + p {
    margin-top: 4px;
  }
  .notice .strong {
    font-weight: 600;
  }
  .notice code {
    display: block;
    color: var(--_muted);
    font:
      0.8125em / 1.5 ui-monospace,
      monospace;
    overflow-wrap: anywhere;
  }
  .bad {
    color: var(--_danger);
  }
  .good {
    color: var(--_success);
  }
  .open {
    color: var(--_accent);
  }

  .skeletons {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: var(--_space);
  }
  .skeleton {
    height: 64px;
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_border) 22%, var(--_surface));
  }

  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  @container (max-width: 220px) {
    form,
    .skeletons {
      grid-template-columns: 1fr;
    }
  }
  @media (forced-colors: active) {
    button,
    .skeleton {
      border: 1px solid ButtonText;
    }
    input[aria-invalid='true'] {
      border-width: 2px;
    }
  }
`;
