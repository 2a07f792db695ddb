/** How long a frame may take to answer. */
export const frameTimeoutMs = 10_000;

/** How long the page may hold the way to the bank back: less than the frame waits for the page's answer. */
export const redirectTimeoutMs = 29_000;
