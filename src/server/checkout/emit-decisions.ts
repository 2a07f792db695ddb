import { decisions, type DecisionChange, type DecisionEvent } from './decision-event.js';

export interface DecisionEmitter {
  /** Whether anybody listens. Without, nothing needs to be described. */
  hasListeners(): boolean;
  emit(orderId: string, changes: readonly DecisionChange[], ms: number): void;
}

/** As much of a channel of `node:diagnostics_channel` as is needed here. */
interface Channel {
  readonly hasSubscribers: boolean;
  publish(message: unknown): void;
}

/** To `onEvent`, and to the channels `pay-checkout:<what>` where the runtime has them. */
export function createDecisionEmitter(
  onEvent: ((event: DecisionEvent) => unknown) | undefined,
  reportError: (error: unknown) => void,
): DecisionEmitter {
  const channels = openChannels();
  const all = [...channels.values()];

  const send = (event: DecisionEvent): void => {
    const channel = channels.get(event.what);
    if (channel?.hasSubscribers) channel.publish(event);
    // An `onEvent` that throws or rejects must not affect the request.
    void (async () => onEvent?.(event))().catch(reportError);
  };

  return {
    hasListeners: () => onEvent !== undefined || all.some(({ hasSubscribers }) => hasSubscribers),
    emit(orderId, changes, ms) {
      for (const change of changes) send(buildEvent(orderId, change, ms));
    },
  };
}

/** Looked up at run time, because edge runtimes lack the module. */
function openChannels(): Map<string, Channel> {
  const { process } = globalThis as {
    process?: { getBuiltinModule?: (name: string) => { channel(name: string): Channel } | undefined };
  };
  const library = process?.getBuiltinModule?.('node:diagnostics_channel');
  if (!library) return new Map();
  return new Map(decisions.map((what) => [what, library.channel(`pay-checkout:${what}`)]));
}

/** Copied field by field, so that a new member of a record never leaks. */
function buildEvent(orderId: string, change: DecisionChange, ms: number): DecisionEvent {
  const { what, verdict, attempt } = change;
  const [paymentId, intentId] = [change.paymentId, change.intentId].map(redactId);
  return Object.freeze<DecisionEvent>({
    what,
    orderId: orderId.slice(0, maxOrderIdLength),
    ...(paymentId !== undefined && { paymentId }),
    ...(intentId !== undefined && { intentId }),
    ...(verdict !== undefined && { verdict }),
    ...(attempt !== undefined && { attempt }),
    ms: Math.round(ms),
  });
}

const maxOrderIdLength = 255;

/** Ids come from the service and from pages. What looks like a key, a secret or a card number is left out. */
function redactId(id: string | undefined): string | undefined {
  if (id === undefined || !/^[\w-]{1,100}$/.test(id)) return undefined;
  return /secret|[sp]k_|\d{12}/i.test(id.replaceAll('-', '')) && !uuid.test(id) ? undefined : id;
}

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
