/** Which events can be prevented. All of them bubble, and leave a shadow tree. */
export const isCancelable = {
  'pay-ready': false,
  'pay-change': false,
  'pay-invalid': false,
  'pay-attempt': true,
  'pay-redirect': true,
  'pay-outcome': true,
  'pay-error': false,
} as const;

export type PayEventName = keyof typeof isCancelable;

/** Dispatches an event of the element; false where a listener has prevented it. */
export function emit(element: HTMLElement, type: PayEventName, detail: unknown): boolean {
  // Of the element's own window: an event of another one is refused by it.
  const { CustomEvent } = element.ownerDocument.defaultView as unknown as {
    readonly CustomEvent: typeof globalThis.CustomEvent;
  };
  const flags = { bubbles: true, composed: true, cancelable: isCancelable[type] };
  return element.dispatchEvent(new CustomEvent(type, { ...flags, detail }));
}

/** Dispatches an event whose listeners may hold up what follows. Rejects when a listener has stopped it. */
export async function emitAndWait(
  element: HTMLElement,
  type: 'pay-attempt' | 'pay-redirect',
  detail: object,
): Promise<void> {
  const promises: Promise<unknown>[] = [];
  const waitUntil = (promise: Promise<unknown>) => void promises.push(promise);
  if (!emit(element, type, { ...detail, waitUntil })) throw new Error(`${type} was prevented.`);
  await Promise.all(promises);
}
