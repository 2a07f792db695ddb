/** The build minifies templates with this tag. */
const css = String.raw;

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
    --_font: var(--pay-font, system-ui, sans-serif);
    --_size: var(--pay-font-size, 1rem);
    display: block;
    container-type: inline-size;
    color: var(--_text);
    font: var(--_size) / 1.4 var(--_font);
    -webkit-text-size-adjust: 100%;
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

  .root {
    max-inline-size: 45em;
  }
  .grid {
    display: grid;
    grid-template-columns: 1fr 1fr;
    column-gap: min(var(--_space), 4cqi);
    row-gap: 0;
  }
  /* Labels, inputs and messages of neighbours stand in one line each, however they wrap. */
  .field {
    display: grid;
    grid-row: span 3;
    grid-template-rows: subgrid;
    min-width: 0;
  }
  .number,
  .name,
  .test,
  button {
    grid-column: 1 / -1;
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    align-items: center;
    align-self: end;
    gap: 2px 8px;
    padding-bottom: 6px;
  }
  label {
    flex: auto;
    display: flex;
    flex-wrap: wrap;
    justify-content: space-between;
    gap: 0 8px;
    font-size: 0.875em;
    font-weight: 500;
  }
  .hint {
    color: var(--_muted);
    font-weight: 400;
  }
  .marks {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    list-style: none;
  }
  .marks li,
  .inside span {
    display: flex;
  }
  .marks .other {
    opacity: 0.3;
  }
  .mark {
    height: 1.25em;
    aspect-ratio: 3 / 2;
  }
  .letters,
  .line {
    fill: none;
    stroke: #fff;
    stroke-linecap: round;
    stroke-linejoin: round;
    stroke-width: 3;
  }
  .line {
    stroke: var(--_muted);
  }
  .dots {
    stroke: var(--_text);
    stroke-dasharray: 0 7;
    stroke-width: 5;
  }
  .control {
    position: relative;
  }
  .inside {
    position: absolute;
    inset-inline-end: 12px;
    inset-block: 0;
    display: flex;
    align-items: center;
    gap: 4px;
    font-size: 1.125em;
    pointer-events: none;
  }
  input {
    display: block;
    width: 100%;
    min-height: 48px;
    margin: 0;
    padding: 8px 12px;
    /* Without light-dark() a colour is none: then a border has the colour of the text. */
    border: 1px solid;
    border-color: var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: inherit;
    /* Below 16 px a phone zooms into the field. */
    font: max(16px, 1em) / 1.4 var(--_font);
    font-variant-numeric: tabular-nums;
    text-overflow: ellipsis;
    appearance: none;
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
  #number,
  #cvc {
    padding-right: 3em;
  }
  .rtl #number,
  .rtl #cvc {
    padding-right: 12px;
    padding-left: 3em;
  }
  input:focus-visible,
  button:focus-visible,
  .notice:focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  input[aria-invalid='true'] {
    border-color: var(--_danger);
    box-shadow: inset 0 0 0 1px var(--_danger);
  }
  /* The browser's own colours for a filled field know nothing of the theme. */
  input:autofill {
    box-shadow: inset 0 0 0 99px color-mix(in srgb, var(--_accent) 8%, var(--_surface));
    caret-color: var(--_text);
    -webkit-text-fill-color: var(--_text);
  }
  .busy-form input,
  input:disabled {
    background: color-mix(in srgb, var(--_border) 12%, var(--_surface));
    color: var(--_muted);
    cursor: default;
    opacity: 1;
  }
  .message {
    display: grid;
    align-items: start;
    padding-block: 3px calc(var(--_space) / 2);
    font-size: 0.8125em;
    line-height: 1.4;
    overflow-wrap: anywhere;
  }
  .message > *,
  .message::after {
    grid-area: 1 / 1;
  }
  .message::after {
    content: attr(data-room);
    visibility: hidden;
  }
  .error {
    color: var(--_danger);
  }

  button {
    position: relative;
    width: 100%;
    min-height: 52px;
    margin: calc(var(--_space) / 2) 0 0;
    padding: 10px 16px;
    border: 1px solid;
    border-color: var(--_accent);
    border-radius: var(--_radius);
    background: var(--_accent);
    color: var(--_on-accent);
    font: 600 1.0625em / 1.3 var(--_font);
    font-variant-numeric: tabular-nums;
    cursor: pointer;
  }
  button:hover:enabled:not(.busy) {
    border-color: transparent;
    background: color-mix(in srgb, var(--_accent) 88%, var(--_text));
  }
  /* What helps comes first and looks like it; another way is there for those who look for it. */
  .notice button + button {
    border-color: var(--_border);
    background: transparent;
    color: var(--_text);
  }
  button.busy {
    cursor: progress;
  }
  button:disabled {
    border-color: transparent;
    background: color-mix(in srgb, var(--_border) 25%, var(--_surface));
    color: var(--_muted);
    cursor: default;
  }
  .riyal {
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

  .notice.said {
    position: relative;
    margin-bottom: var(--_space);
    padding: 12px 16px;
    border: 1px solid color-mix(in srgb, currentColor 40%, var(--_surface));
    border-radius: var(--_radius);
    background: color-mix(in srgb, currentColor 7%, var(--_surface));
    font-size: 0.9375em;
    overflow-wrap: anywhere;
  }
  .notice p {
    color: var(--_text);
  }
  .notice .strong {
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
  .notice:has(.icon) {
    padding-inline-start: calc(22px + 1.4em);
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

  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }

  /* In em: large text needs the room of a small screen. */
  @container (max-width: 15em) {
    .field {
      grid-column: 1 / -1;
    }
  }
  /* Beside the expiry date there is no room for it. Screen readers still say it. */
  @container (min-width: 15em) and (max-width: 26em) {
    .hint {
      position: absolute;
      clip-path: inset(50%);
      white-space: nowrap;
    }
  }
  @container (min-width: 38em) {
    .grid {
      grid-template-columns: 1fr 1fr 2fr;
    }
    .name {
      grid-column: auto;
    }
  }
  @media (forced-colors: active) {
    button {
      border-color: ButtonText;
      background: ButtonFace;
      color: ButtonText;
    }
    .bones ::before {
      border: 1px solid GrayText;
    }
    button:disabled {
      border-color: GrayText;
      color: GrayText;
    }
    input[aria-invalid='true'] {
      border-width: 2px;
    }
    .mark rect {
      fill: Canvas;
      stroke: CanvasText;
    }
    .letters,
    .line,
    .dots {
      stroke: CanvasText;
    }
  }
`;
