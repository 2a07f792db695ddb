export const delay = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits for a message, because browsers throttle timers in background tabs. Jest's page has no channel for one. */
export const waitForNextTask = (): Promise<unknown> =>
  new Promise((resolve) => {
    if (!(globalThis as Partial<typeof globalThis>).MessageChannel) return void setTimeout(resolve);
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => {
      // An open port keeps a test in Node from ending.
      port1.close();
      resolve(event);
    };
    port2.postMessage(0);
  });
