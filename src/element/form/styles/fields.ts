import { css } from '@lit/reactive-element/css-tag.js';

export const fields = css`
  /* The gap is between the summary, the notice, the form and the footer, whichever of them are there. */
  .root {
    display: flex;
    flex-direction: column;
    gap: var(--_space);
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
    padding-bottom: 5px;
  }
  label {
    font-size: 0.875em;
    font-weight: 500;
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
    width: auto;
    height: 1.375em;
    aspect-ratio: 3 / 2;
  }
  .mark rect {
    stroke: #0004;
    stroke-width: 1.5;
  }
  .line,
  .line rect {
    fill: none;
    stroke: var(--_muted);
    stroke-linecap: round;
    stroke-width: 3;
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
    pointer-events: none;
  }
  input {
    display: block;
    width: 100%;
    min-height: 48px;
    margin: 0;
    padding: 8px 12px;
    /* Browsers without light-dark() ignore the colour, so the border has that of the text. */
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
    /* Also where a page turns all inputs of an Arabic page: the groups of a number would stand in reverse. */
    direction: ltr !important;
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
  /* Large text on a small screen leaves room for the sixteen digits of a number. */
  #number {
    font-size: max(16px, min(1em, 8cqi));
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
  /* Nearer to its own field than to the next label. */
  .message {
    padding-block: 3px calc(var(--_space) / 2);
    font-size: 0.8125em;
    line-height: 1.4;
    overflow-wrap: anywhere;
  }
  /* One line of message stands in the gap between two fields. A longer one pushes down what comes below. */
  .error {
    position: relative;
    min-height: 1.4em;
    color: var(--_danger);
  }
  .error:not(:empty) {
    padding-inline-start: 1.5em;
  }
  /* Tells a message from a label without its color. The second content is for browsers that can keep it from being read out. */
  .error:not(:empty)::before {
    content: '!';
    content: '!' / '';
    position: absolute;
    /* Below the ring around a focused input, which is 4 px wide. */
    inset-block-start: 0.2em;
    inset-inline-start: 0;
    width: 1.1em;
    border-radius: 50%;
    background: var(--_danger);
    color: var(--_surface);
    font-weight: 700;
    line-height: 1.1;
    text-align: center;
  }

  /* In em: large text needs the room of a small screen. A mark has no place where it would cover digits of a long number. */
  @container (max-width: 20em) {
    .inside [part] + [part] {
      display: none;
    }
  }
  @container (max-width: 17.5em) {
    .number .inside {
      display: none;
    }
    .root #number {
      padding-inline: 12px;
    }
  }
  @container (max-width: 15em) {
    .field {
      grid-column: 1 / -1;
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
