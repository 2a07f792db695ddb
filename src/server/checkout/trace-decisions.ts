import type { DecisionEvent } from './decision-event.js';

interface Context {
  getValue(key: symbol): unknown;
  setValue(key: symbol, value: unknown): Context;
  deleteValue(key: symbol): Context;
}

/** As much of a `Tracer` of `@opentelemetry/api` as is needed here. */
export interface DecisionTracer {
  startSpan(
    name: string,
    options: { startTime: number; attributes: Record<string, string | number> },
    context: Context,
  ): { end(time: number): void };
}

/**
 * An `onEvent` that makes a span of each decision, all those of an order in one trace: from its first intent to its
 * settlement, whichever processes took part. The trace's id is made of the order's, so no process has to hand it on.
 */
export function traceDecisions(tracer: DecisionTracer): (event: DecisionEvent) => void {
  return ({ what, orderId, paymentId, intentId, verdict, attempt, ms }) => {
    const end = Date.now();
    const attributes = {
      'pay.order_id': orderId,
      ...(paymentId !== undefined && { 'pay.payment_id': paymentId }),
      ...(intentId !== undefined && { 'pay.intent_id': intentId }),
      ...(verdict !== undefined && { 'pay.verdict': verdict }),
      ...(attempt !== undefined && { 'pay.attempt': attempt }),
    };
    const span = tracer.startSpan(
      `pay-checkout ${what}`,
      { startTime: end - ms, attributes },
      buildContext(orderId),
    );
    span.end(end);
  };
}

/** The key by which `@opentelemetry/api` keeps the span of a context, in each of its copies. */
const spanKey = Symbol.for('OpenTelemetry Context Key SPAN');

/** Builds a context whose remote parent span is derived from the order's id. */
function buildContext(orderId: string): Context {
  const spanContext = {
    traceId: hash(orderId, 4),
    spanId: hash(orderId, 2),
    traceFlags: 1,
    isRemote: true,
  };
  return contextOf(new Map([[spanKey, { spanContext: () => spanContext }]]));
}

const contextOf = (values: ReadonlyMap<symbol, unknown>): Context => ({
  getValue: (key) => values.get(key),
  setValue: (key, value) => contextOf(new Map([...values, [key, value]])),
  deleteValue: (key) => contextOf(new Map([...values].filter(([other]) => other !== key))),
});

/** Not a secret, and not proof of anything: it only has to be the same everywhere, and never nothing but zeros. */
function hash(text: string, words: number): string {
  return Array.from({ length: words }, (_, word) => {
    let value = 0x811c9dc5 ^ Math.imul(word + 1, 0x9e3779b1);
    for (let at = 0; at < text.length; at++) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
    value = Math.imul(value ^ (value >>> 15), 0x85ebca6b);
    return ((value ^ (value >>> 13)) >>> 0 || 1).toString(16).padStart(8, '0');
  }).join('');
}
