import { css } from '@lit/reactive-element/css-tag.js';

export const skeleton = css`
  .skeleton :is(.head, .control, .message) > *,
  .skeleton button,
  .skeleton .test {
    visibility: hidden;
  }
  .skeleton :is(.control, button)::before {
    visibility: visible;
    position: absolute;
    inset: 0;
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_border) 22%, var(--_surface));
    content: '';
  }
  @media (prefers-reduced-motion: no-preference) {
    .spinner {
      animation: turn 0.8s linear infinite;
    }
    .pending .icon circle {
      animation: turn 2.4s linear infinite;
    }
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
`;
