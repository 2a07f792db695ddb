import pino, { type Logger } from 'pino';
import { createLogRedactor } from './log-redactor.js';
import type { ProgramSettings } from './settings/settings.js';

export type { Logger };

/** Where lines go, each with its line break. */
export type WriteLine = (line: string) => void;

/** JSON, a line for each event. Written at once: what is buffered when a process is killed would be lost. */
export function createLogger({ logLevel, secrets }: ProgramSettings, write: WriteLine): Logger {
  const redact = createLogRedactor(secrets);
  return pino(
    {
      level: logLevel,
      base: { program: 'pay-checkout' },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (level) => ({ level }) },
    },
    { write: (line: string) => write(redact(line)) },
  );
}

/** What the log says of an error: its sentence and its kind, never a whole object of a driver. */
export function describeError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { error: String(error) };
  const { message, name, code, status, type } = error as Error & Readonly<Record<string, unknown>>;
  return {
    error: message || name,
    ...Object.fromEntries(Object.entries({ code, status, type }).filter(isLoggable)),
  };
}

const isLoggable = ([, value]: [string, unknown]) => typeof value === 'string' || typeof value === 'number';
