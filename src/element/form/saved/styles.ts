import { css } from '@lit/reactive-element/css-tag.js';

/** Styles of the saved cards and the save option, loaded only by pages that use one of them. */
export const savedCardStyles = css`
  .saved,
  .keep {
    grid-column: 1 / -1;
    min-width: 0;
    margin: 0 0 var(--_space);
    padding: 0;
    border: 0;
  }
  legend {
    padding: 0 0 6px;
    font-size: 0.875em;
    font-weight: 500;
  }
  /* Very many cards scroll by themselves, so that the fields and the button stay near. */
  .cards {
    max-height: 22em;
    overflow-y: auto;
  }
  .cards + .choice {
    margin-top: 8px;
  }
  .cards > :last-child {
    margin-bottom: 0;
  }
  .choice,
  .keep label {
    display: flex;
    align-items: center;
    gap: 2px 10px;
    font: inherit;
    cursor: pointer;
  }
  .keep label {
    min-height: 44px;
  }
  .choice {
    position: relative;
    flex-wrap: wrap;
    min-height: 48px;
    margin-bottom: 8px;
    padding: 8px 12px;
    border: 1px solid;
    border-color: var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    font-variant-numeric: tabular-nums;
  }
  .choice:has(:checked) {
    border-color: var(--_accent);
    background: color-mix(in srgb, var(--_accent) 8%, var(--_surface));
  }
  .choice:has(:disabled),
  .busy-form :is(.choice, .keep) {
    color: var(--_muted);
    cursor: default;
  }
  .choice :disabled ~ [part='brand'] {
    opacity: 0.5;
  }
  .choice .mark {
    display: block;
  }
  .end {
    display: flex;
    flex-wrap: wrap;
    gap: 0 10px;
    margin-inline-start: auto;
    color: var(--_muted);
    font-size: 0.875em;
  }
  :is(.choice, .keep) input {
    flex: none;
    width: 20px;
    min-height: 20px;
    padding: 0;
    appearance: auto;
    accent-color: var(--_accent);
  }
  @media (forced-colors: active) {
    .choice:has(:disabled) :not(input) {
      color: GrayText;
    }
  }
`;
