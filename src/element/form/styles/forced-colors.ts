import { css } from '@lit/reactive-element/css-tag.js';

export const forcedColors = css`
  @media (forced-colors: active) {
    button {
      border-color: ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }
    .skeleton ::before {
      border: 1px solid GrayText;
    }
    button:disabled {
      border-color: GrayText;
      color: GrayText;
    }
    input[aria-invalid='true'] {
      border-width: 2px;
    }
    .error:not(:empty)::before {
      forced-color-adjust: none;
      background: CanvasText;
      color: Canvas;
    }
    /* The marks of the networks keep their own colors on their own plates. */
    .mark rect,
    .line,
    .dots {
      stroke: CanvasText;
    }
  }
`;
