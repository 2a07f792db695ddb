interface RepeatingTask {
  /** Ends the run under way by its signal, and resolves when it has ended. */
  stop(): Promise<void>;
}

interface Options {
  readonly run: (signal: AbortSignal) => Promise<unknown>;
  readonly everyMs: number;
  readonly onError: (error: unknown) => void;
  /** Until it has succeeded. */
  readonly untilSuccess?: boolean;
}

/** Runs at once, and again some time after each run has ended: no two runs of one process overlap. */
export function repeat({ run, everyMs, onError, untilSuccess = false }: Options): RepeatingTask {
  const stopped = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<void> = Promise.resolve();

  const start = () => {
    running = run(stopped.signal).then(
      () => scheduleNext(!untilSuccess),
      (error: unknown) => {
        if (!stopped.signal.aborted) onError(error);
        scheduleNext(true);
      },
    );
  };
  const scheduleNext = (isWanted: boolean) => {
    if (isWanted && !stopped.signal.aborted) timer = setTimeout(start, everyMs);
  };
  start();

  return {
    async stop() {
      stopped.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
