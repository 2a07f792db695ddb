import { version } from '../version.js';
import { createServerApp } from './app.js';
import { ensureMode } from './ensure-mode.js';
import { listen, type ListeningServer } from './listen.js';
import { createLogger, describeError, type WriteLine } from './log.js';
import { createMetrics } from './metrics.js';
import { openServices } from './open-services.js';
import type { Environment } from './settings/settings-reader.js';
import { readSettings } from './settings/read-settings.js';
import { createMetricsApp } from './routes/probe-routes.js';
import { openStorage } from './storage/open-storage.js';
import { repeat } from './repeat.js';

export { SettingsError } from './settings/read-settings.js';
export { StorageError } from './storage/storage.js';
export type { Environment } from './settings/settings-reader.js';

interface RunOptions {
  /** Where the log goes; the standard output by default. */
  readonly write?: WriteLine | undefined;
}

export interface RunningServer {
  /** Without a path and without a slash at its end. */
  readonly url: string;
  /** Of `/metrics`, in the same form; undefined without `METRICS_PORT`. */
  readonly metricsUrl: string | undefined;
  /** Takes nothing new, ends what runs, and closes the database. Resolves when nothing is left. */
  stop(): Promise<void>;
}

const sweepIntervalMs = 15_000;
/** The delay before a failed webhook registration is repeated. */
const registerRetryMs = 60_000;

/** The standard output. Whoever reads the log may end before the program does: purchases go on without it. */
function openOutput(): WriteLine {
  process.stdout.on('error', () => undefined);
  return (line) => void process.stdout.write(line);
}

/**
 * The program: reads its settings, opens its database, and serves until it is stopped.
 *
 * @param env The settings, as in `process.env`.
 * @throws {SettingsError} when settings are wrong; {StorageError} when a driver is missing or the database cannot be used.
 */
export async function runServer(env: Environment, options: RunOptions = {}): Promise<RunningServer> {
  const settings = readSettings(env);
  const log = createLogger(settings, options.write ?? openOutput());
  const metrics = createMetrics(version);
  const onError = (error: unknown): void => {
    metrics.errors.inc();
    log.error(describeError(error), 'error');
  };
  const lifecycle = { isStopping: false };
  const storage = await openStorage(settings.databaseUrl, onError);
  try {
    await ensureMode(storage.programStore, settings.secretKey);
  } catch (error) {
    await storage.close();
    throw error;
  }
  const services = openServices({ settings, storage, log, metrics, onError, lifecycle });
  const { checkout, notificationWorker } = services;

  const { host, port, metricsPort } = settings;
  const servers: ListeningServer[] = [];
  try {
    servers.push(await listen(createServerApp(services).fetch, { host, port, setting: 'PORT' }));
    if (metricsPort !== undefined)
      servers.push(
        await listen(createMetricsApp(metrics).fetch, { host, port: metricsPort, setting: 'METRICS_PORT' }),
      );
  } catch (error) {
    await Promise.all(servers.map(({ close }) => close()));
    await notificationWorker?.stop();
    await storage.close();
    throw error;
  }

  const sweep = repeat({ run: checkout.sweepAll, everyMs: sweepIntervalMs, onError });
  const register = repeat({
    run: checkout.registerWebhook,
    everyMs: registerRetryMs,
    onError,
    untilSuccess: true,
  });

  const [{ url } = { url: '' }, { url: metricsUrl } = { url: undefined }] = servers;
  log.info({ url, metricsUrl, version, publicUrl: settings.publicUrl }, 'listening');

  let stopped: Promise<void> | undefined;
  async function shutDown(): Promise<void> {
    lifecycle.isStopping = true;
    log.info('stopping');
    const closed = servers.map(({ close }) => close());
    await Promise.all([...closed, sweep.stop(), register.stop(), notificationWorker?.stop()]);
    await storage.close();
    log.info('stopped');
  }
  return { url, metricsUrl, stop: () => (stopped ??= shutDown()) };
}
