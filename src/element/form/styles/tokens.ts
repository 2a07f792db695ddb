import { css } from '@lit/reactive-element/css-tag.js';

/** The look by meaning: what the page sets, else what fits its color scheme. */
export const tokens = css`
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
  }
`;
