/** How long a frame may take to answer `ask` and the greeting. */
export const frameTimeoutMs = 10_000;

/** How long a listener may delay the redirect: shorter than the frame waits for the page's response. */
export const redirectTimeoutMs = 29_000;
