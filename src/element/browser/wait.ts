export const delay = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Waits for a message, because browsers throttle timers in background tabs. */
export const waitForNextTask = (): Promise<unknown> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = (event) => {
      // An open port keeps a test in Node from ending.
      port1.close();
      resolve(event);
    };
    port2.postMessage(0);
  });
