/** How long a server-rendered form waits for its locale. Then the form renders in English. */
export const localeTimeoutMs = 3_000;

/** How long the form waits for `pay-methods.js`. Then the payer can type a card. */
export const methodsTimeoutMs = 2_000;

/** How long the form waits for the module of the challenge dialog, which may never load. Then this page is left. */
export const challengeLoadTimeoutMs = 5_000;

/** How long an element that was taken out of the page keeps what was typed: some pages put the same element back. */
export const keptInputMs = 1_000;
