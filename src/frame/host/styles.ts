/** Under this name the build takes the blanks out. */
const css = String.raw;

/** How the frame stands in the page: with room for focus rings, and hidden until it has something to show. */
export const styles = css`
  :host {
    display: block;
  }
  :host([hidden]) {
    display: none;
  }
  .place {
    position: relative;
  }
  .place iframe {
    display: block;
    box-sizing: border-box;
    width: calc(100% + 8px);
    margin: -4px;
    border: 0;
    color-scheme: inherit;
  }
  .place .silent {
    position: absolute;
    inset-block-start: 0;
    height: 100%;
    opacity: 0;
    pointer-events: none;
  }
  .place:has(> .silent:only-child) {
    min-height: 25em;
    border-radius: var(--pay-radius, 8px);
    background: repeating-linear-gradient(
      transparent 0 28px,
      color-mix(
          in srgb,
          var(--pay-border, light-dark(#868c95, #7d848e)) 22%,
          var(--pay-surface, light-dark(#fff, #1d1f23))
        )
        0 76px,
      transparent 0 94px
    );
  }
  .place .notice {
    display: grid;
    gap: 12px;
    justify-items: start;
    padding: 12px 16px;
    border: 1px solid;
    border-radius: var(--pay-radius, 8px);
    background: var(--pay-surface, light-dark(#fff, #1d1f23));
    color: var(--pay-text, light-dark(#1b1c1f, #e8eaed));
    font: var(--pay-font-size, 1rem)/1.4 var(--pay-font, system-ui, sans-serif);
    overflow-wrap: anywhere;
  }
  .place .notice p {
    margin: 0;
  }
  .place button {
    min-height: 44px;
    padding: 8px 16px;
    border: 1px solid transparent;
    border-radius: var(--pay-radius, 8px);
    background: var(--pay-accent, light-dark(#0b57d0, #8ab4f8));
    color: var(--pay-on-accent, light-dark(#fff, #0b1b33));
    font: inherit;
    font-weight: 600;
    cursor: pointer;
  }
  .place button:focus-visible {
    outline: 3px solid var(--pay-accent, light-dark(#0b57d0, #8ab4f8));
    outline-offset: 2px;
  }
`;
