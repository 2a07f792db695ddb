/** A UUID v4. `randomUUID` is missing in pages that are not secure, where the rest still works. */
export function createPaymentId(): string {
  const random = crypto.getRandomValues(new Uint8Array(36));
  return 'xxxxxxxx-xxxx-4xxx-yxxx-xxxxxxxxxxxx'.replace(/[xy]/g, (place, at: number) => {
    const byte = random[at] as number;
    return (place === 'x' ? byte & 15 : 8 | (byte & 3)).toString(16);
  });
}
