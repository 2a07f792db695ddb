import { css } from '@lit/reactive-element/css-tag.js';

export const fields = css`
  .root {
    max-inline-size: 45em;
  }
  .grid {
    display: grid;
    grid-template-columns: 1fr 1fr;
    column-gap: min(var(--_space), 4cqi);
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
    overflow: hidden;
    font-size: 0.875em;
    font-weight: 500;
  }
  /* A hint without room beside the label wraps to a line of no height, where it is not seen. It is read out all the same. */
  .hint {
    height: 0;
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
  .digits {
    direction: ltr;
    /* A font of the page can have a file for each digit: what the browser fetches would tell the card. */
    font-family: system-ui, sans-serif !important;
  }
  .rtl .digits {
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
    padding-block: 4px calc(var(--_space) / 4);
    font-size: 0.8125em;
    line-height: 1.4;
    overflow-wrap: anywhere;
  }
  /* One line of message stands in the gap between two fields. A longer one pushes down what comes below. */
  .error {
    min-height: 1.4em;
    color: var(--_danger);
  }

  /* In em: large text needs the room of a small screen. */
  @container (max-width: 15em) {
    .field {
      grid-column: 1 / -1;
    }
    /* The second of two marks would cover digits. */
    .inside [part] + [part] {
      display: none;
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
`;
