/** Which key a client was made with, as a digest: enough to tell two accounts apart, and of no use to a thief. */
const digestsByClient = new WeakMap<object, () => Promise<string>>();

export function rememberAccount(client: object, secretKey: string): void {
  let digest: Promise<string> | undefined;
  digestsByClient.set(client, () => (digest ??= digestText(secretKey)));
}

/** Undefined for a client that `createPayClient` did not make, such as a wrapper. */
export const readAccount = async (client: object): Promise<string | undefined> =>
  digestsByClient.get(client)?.();

/** Enough to tell two texts apart. */
export async function digestText(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(hash).slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
