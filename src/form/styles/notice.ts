import { css } from '@lit/reactive-element/css-tag.js';

export const notice = css`
  .notice.said {
    position: relative;
    margin-bottom: var(--_space);
    padding: 12px 16px;
    padding-inline-start: calc(22px + 1.4em);
    border: 1px solid color-mix(in srgb, currentColor 40%, var(--_surface));
    border-radius: var(--_radius);
    background: color-mix(in srgb, currentColor 7%, var(--_surface));
    font-size: 0.9375em;
    overflow-wrap: anywhere;
  }
  .notice p {
    color: var(--_text);
  }
  .notice button {
    margin-top: calc(var(--_space) / 2);
  }
  .strong {
    font-weight: 600;
  }
  .notice code {
    display: block;
    margin-top: 4px;
    color: var(--_muted);
    font:
      0.8125em / 1.5 ui-monospace,
      monospace;
    text-align: left;
  }
  .icon {
    position: absolute;
    inset-inline-start: 14px;
    width: 1.4em;
    fill: none;
    stroke: currentColor;
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-width: 2;
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
`;
