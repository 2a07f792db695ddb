/** How long the bank's page may take before the payer is told that it does not seem to open. */
export const pageLoadTimeoutMs = 8_000;
