/** The build minifies templates with this tag. */
const css = String.raw;

export const skeleton = css`
  .bones :is(.head, .control, .message) > *,
  .bones button,
  .bones .test {
    visibility: hidden;
  }
  .bones :is(.head, .control, button)::before {
    visibility: visible;
    position: absolute;
    inset: 0;
    border-radius: var(--_radius);
    background: color-mix(in srgb, var(--_border) 22%, var(--_surface));
    content: '';
  }
  .bones .head {
    position: relative;
  }
  .bones .head::before {
    inset: auto auto 8px 0;
    width: 6em;
    max-width: 100%;
    height: 1em;
  }
  @media (prefers-reduced-motion: no-preference) {
    .spinner {
      animation: turn 0.8s linear infinite;
    }
    .bones {
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
`;
