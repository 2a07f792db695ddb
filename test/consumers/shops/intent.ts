/** In the smallest currency unit. */
export const price = 10_000;

/** Asks the shop's own server for an intent. */
export async function createIntent(quantity: number): Promise<unknown> {
  const answer = await fetch(`/intent?quantity=${quantity}`, { method: 'POST' });
  return answer.json();
}
