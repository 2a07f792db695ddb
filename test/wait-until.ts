/** Waits as long as the test may take: how fast a machine is decides nothing. */
export const waitUntil = async (holds: () => unknown): Promise<void> => {
  while (!holds()) await new Promise((resolve) => requestAnimationFrame(resolve));
};
