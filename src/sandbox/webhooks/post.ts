export interface Answer {
  /** Whether it was a 2xx in time. */
  readonly accepted: boolean;
  readonly code: number | null;
  readonly message: string;
}

/**
 * Sends JSON and looks at nothing but the status: redirects are not followed and the answer's body is not read.
 * Never throws.
 */
export async function post(url: string, body: string, timeout: number, stop: AbortSignal): Promise<Answer> {
  const late = AbortSignal.timeout(timeout);
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'user-agent': 'pay-checkout-sandbox' },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([late, stop]),
    });
    void response.body?.cancel().catch(() => undefined);
    return { accepted: response.ok, code: response.status, message: `answered ${response.status}` };
  } catch (error) {
    const message = late.aborted ? `no answer within ${timeout / 1000} s` : reasonOf(error);
    return { accepted: false, code: null, message };
  }
}

/** `fetch` hides why it failed in the cause. */
function reasonOf(error: unknown): string {
  const { message, cause } = error as Error;
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : message;
}
