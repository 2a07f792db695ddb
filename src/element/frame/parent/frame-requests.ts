import { parseChallengeHosts, parseChallengeUrl, parseServiceUrl } from '../../checkout/services.js';
import type { Sources } from '../../checkout/sources.js';
import { PayError } from '../../../error.js';
import type { PageSettings } from '../../form/card-form.js';
import { goToChallenge, type ChallengeContext } from '../../form/go-to-challenge.js';
import { merchant } from '../../gateway/merchant-api.js';
import { delay } from '../../browser/clock.js';
import type { FormEvents } from '../../browser/form-events.js';
import { cloneAsJson, serializeError } from '../serialization.js';
import type { FromFrame, ToFrame } from '../protocol.js';
import { redirectTimeoutMs } from '../../checkout/timeouts.js';
import type { FrameLink } from './frame-link.js';
import type { ParentAttemptStore } from './parent-attempt-store.js';

export type MessageOf<Type extends FromFrame['type']> = Extract<FromFrame, { type: Type }>;

/** What the frame asks the page to do. */
type FrameRequest = MessageOf<
  | 'redirect'
  | 'open-challenge'
  | 'attempt'
  | 'intent'
  | 'status'
  | 'lock'
  | 'peek'
  | 'release'
  | 'save'
  | 'forget'
>;

interface FrameRequestContext {
  readonly link: FrameLink;
  readonly attemptStore: ParentAttemptStore;
  readonly events: FormEvents;
  readonly challengeContext: ChallengeContext;
  readonly getSettings: () => PageSettings | undefined;
  /** Whether an attempt is under way in the frame. */
  readonly isPaying: () => boolean;
}

/** Does for the frame what only the page can do: call the merchant's endpoints, store attempts, and open the challenge. */
export class FrameRequests {
  /** The payment that the page has allowed and whose outcome is not known, also when the frame's document is gone. */
  grantedPaymentId: string | undefined;
  readonly #context: FrameRequestContext;
  /** The challenge URL that a listener of `pay-redirect` has just allowed. */
  #allowedChallengeUrl: string | undefined;
  /** Identifies the current attempt, and holds what the page stopped the attempt with. */
  #currentAttempt: { stopCause?: unknown } = {};

  constructor(context: FrameRequestContext) {
    this.#context = context;
  }

  /** What the page stopped the current attempt with; undefined when the page has not stopped the attempt. */
  get stopCause(): unknown {
    return this.#currentAttempt.stopCause;
  }

  handle(request: FrameRequest): void {
    switch (request.type) {
      case 'redirect':
        return this.#handleRedirect(request);
      case 'open-challenge':
        return this.#handleOpenChallenge(request);
      case 'attempt':
        return void this.#handleAttempt(request);
      case 'intent':
        return this.#answerFromMerchant(request, ({ intentSource }) =>
          merchant.fetchIntent(intentSource, request.insteadOf),
        );
      case 'status':
        return this.#answerFromMerchant(request, ({ statusSource }) =>
          merchant.fetchStatus(statusSource, request.paymentId),
        );
      case 'lock':
        // Every attempt starts by taking the lock: forget the grant and the stop cause of the attempt before.
        this.#currentAttempt = {};
        this.grantedPaymentId = undefined;
        return this.#reply(request.requestId, this.#context.attemptStore.lock(request.handle));
      case 'peek':
        return this.#reply(request.requestId, this.#context.attemptStore.peek(request.handle));
      case 'release':
        return this.#context.attemptStore.release();
      case 'save':
        return this.#context.attemptStore.save(
          request.handle,
          request.paymentId,
          request.stage,
          request.replacesPaid,
        );
      case 'forget':
        return this.#context.attemptStore.forget(request.handle);
      default:
        return request satisfies never;
    }
  }

  /** Answers a request of the frame with the merchant's response. */
  #answerFromMerchant(
    { requestId, handle }: MessageOf<'intent' | 'status'>,
    request: (sources: Sources) => Promise<unknown>,
  ): void {
    const sources = this.#context.attemptStore.getSources(handle);
    const response = sources
      ? request(sources)
      : Promise.reject(new Error('The page has no merchant endpoints for this purchase.'));
    this.#reply(requestId, response);
  }

  #reply(requestId: number, answer: Promise<unknown>): void {
    const { port } = this.#context.link;
    const reply = (message: ToFrame) => port?.postMessage(message);
    answer.then(cloneAsJson).then(
      (value) => reply({ type: 'value', requestId, value }),
      (error: unknown) =>
        reply({
          type: 'denied',
          requestId,
          ...(error instanceof PayError ? { error: serializeError(error) } : {}),
        }),
    );
  }

  async #handleAttempt({ requestId, paymentId, method, handle }: MessageOf<'attempt'>): Promise<void> {
    const { port } = this.#context.link;
    const attempt = this.#currentAttempt;
    const reply = (message: ToFrame) => port?.postMessage(message);
    try {
      await this.#context.events.emitAttempt(paymentId, method);
    } catch (cause) {
      attempt.stopCause = cause;
      return reply({ type: 'denied', requestId });
    }
    // The frame has timed out, or another attempt has begun: do not grant the old attempt.
    if (!this.#context.isPaying() || attempt !== this.#currentAttempt) return;
    // Stored before the frame sends the payment: a page that is reloaded meanwhile must not start another one.
    this.#context.attemptStore.save(handle, paymentId, 'sent');
    if (port === this.#context.link.port) this.grantedPaymentId = paymentId;
    reply({ type: 'granted', requestId });
  }

  #handleRedirect({ requestId, url, payment }: MessageOf<'redirect'>): void {
    const askPage = async () => {
      const { baseUrl, challengeHosts } = this.#context.getSettings()?.values ?? {};
      const service = parseServiceUrl(baseUrl);
      const services = service && { baseUrl: service, challengeHosts: parseChallengeHosts(challengeHosts) };
      const safe = services ? parseChallengeUrl(url, services)?.href : undefined;
      // A `waitUntil` that never settles must not block the redirect.
      const timeout = delay(redirectTimeoutMs).then(() => true);
      const isAllowed =
        safe !== undefined &&
        (await Promise.race([this.#context.events.emitRedirect(safe, payment), timeout]));
      if (isAllowed) this.#allowedChallengeUrl = safe;
      return isAllowed;
    };
    this.#reply(requestId, askPage());
  }

  #handleOpenChallenge({ requestId, url, paymentId }: MessageOf<'open-challenge'>): void {
    // Open the challenge only at the URL that `pay-redirect` has just allowed.
    const settings = url === this.#allowedChallengeUrl ? this.#context.getSettings() : undefined;
    this.#allowedChallengeUrl = undefined;
    this.#reply(
      requestId,
      settings
        ? goToChallenge(this.#context.challengeContext, settings, url, paymentId)
        : Promise.resolve('back'),
    );
  }
}
