import { css } from '@lit/reactive-element/css-tag.js';

export const notice = css`
  .notice.said {
    position: relative;
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
  .result .said {
    margin-bottom: var(--_space);
  }
  /* Without words the notice is there for screen readers alone. */
  .notice:not(.said) {
    position: absolute;
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
    height: 1.4em;
    fill: none;
    stroke: currentColor;
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-width: 2;
  }
  /* The ring turns while the form waits for the payment's end. */
  .pending .icon circle {
    stroke-dasharray: 47 16;
    transform-origin: center;
  }
  .notice .reference {
    max-height: 0;
    overflow: hidden;
    visibility: hidden;
    color: var(--_muted);
    font-size: 0.875em;
    animation: after-a-while 0s 20s forwards;
  }
  @keyframes after-a-while {
    to {
      max-height: none;
      margin-top: 4px;
      visibility: visible;
    }
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
