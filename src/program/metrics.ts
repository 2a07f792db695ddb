import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** What Prometheus reads. Labels are from short, closed lists: no order, no payment, no address. */
export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics(version: string) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const info = new Gauge({
    name: 'pay_checkout_info',
    help: 'The version that runs; always 1.',
    labelNames: ['version'],
    registers,
  });
  info.set({ version }, 1);
  return {
    registry,
    requests: new Histogram({
      name: 'pay_checkout_request_seconds',
      help: 'Requests that were answered, by route and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers,
    }),
    serviceCalls: new Counter({
      name: 'pay_checkout_service_calls_total',
      help: 'Calls to the payment service; status 0: no answer.',
      labelNames: ['method', 'status'],
      registers,
    }),
    verdicts: new Counter({
      name: 'pay_checkout_verdicts_total',
      help: 'Verdicts of payments that were reported.',
      labelNames: ['verdict'],
      registers,
    }),
    webhookAttempts: new Counter({
      name: 'pay_checkout_webhook_attempts_total',
      help: 'Attempts to post notifications to the shop.',
      labelNames: ['result'],
      registers,
    }),
    webhooksGivenUp: new Counter({
      name: 'pay_checkout_webhooks_given_up_total',
      help: 'Notifications that the shop has not taken for three days.',
      registers,
    }),
    refusedTokens: new Counter({
      name: 'pay_checkout_refused_tokens_total',
      help: 'Order tokens that were refused.',
      labelNames: ['type'],
      registers,
    }),
    sweeps: new Counter({
      name: 'pay_checkout_sweeps_total',
      help: 'Sweep runs.',
      labelNames: ['result'],
      registers,
    }),
    errors: new Counter({
      name: 'pay_checkout_errors_total',
      help: 'Errors that were written to the log.',
      registers,
    }),
  };
}
