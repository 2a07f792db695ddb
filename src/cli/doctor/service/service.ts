import { writeFileSync } from 'node:fs';
import { formatReport, hasNoMistakes } from '../report.js';
import { checkBaseUrl, checkKeys, secretsIn, type ShellEnvironment } from '../settings.js';
import { checks } from './checks.js';
import { type DoctorClock, systemClock } from './pacing.js';
import { createRedactor, redactText } from './redact.js';
import { formatJson, formatResults } from './report.js';
import { runChecks, type CheckRunOptions } from './run.js';
import { CannotRun, createSession } from './session.js';

export interface ServiceDoctorOptions extends CheckRunOptions {
  readonly json?: boolean | undefined;
  /** A file for the redacted bodies. */
  readonly keep?: string | undefined;
  readonly clock?: DoctorClock;
}

interface ServiceDoctorReport {
  /** 0: all agree. 1: some differ. 2: could not run. */
  readonly code: 0 | 1 | 2;
  readonly text: string;
}

const cannotRun = (text: string): ServiceDoctorReport => ({ code: 2, text });

function isWritable(file: string): boolean {
  try {
    writeFileSync(file, '');
    return true;
  } catch {
    return false;
  }
}

/**
 * `pay-checkout doctor --service`: makes test payments at the service, and compares what it does with what the product
 * assumes. Live keys are refused before anything is sent.
 */
export async function examineService(
  env: ShellEnvironment,
  { json = false, keep, clock = systemClock, ...options }: ServiceDoctorOptions = {},
): Promise<ServiceDoctorReport> {
  const secrets = secretsIn(env);
  const textOf = (name: string) => env[name]?.trim() ?? '';
  const [secretKey, publishableKey] = [textOf('PAY_SECRET_KEY'), textOf('PAY_PUBLISHABLE_KEY')];
  if ([secretKey, publishableKey].some((key) => /^[sp]k_live_/.test(key)))
    return cannotRun('The keys are live. These checks make payments, so they take test keys only.');
  const lines = [...checkKeys(env), ...checkBaseUrl(env)];
  if (!hasNoMistakes(lines)) return cannotRun(formatReport(lines, secrets));

  // A file that cannot be written must not cost the results of a run.
  if (keep !== undefined && !isWritable(keep)) return cannotRun(`The file ${keep} cannot be written.`);
  const baseUrl = textOf('PAY_BASE_URL').replace(/\/+$/, '');
  const session = createSession({ secretKey, publishableKey, baseUrl }, clock);
  try {
    const run = await runChecks(checks, session, options);
    // A service may repeat in an answer what was sent.
    const results = run.results.map((result) => ({ ...result, seen: redactText(result.seen, secrets) }));
    const report = { ...run, results };
    return {
      code: results.every(({ agrees }) => agrees) ? 0 : 1,
      text: json ? formatJson(report) : formatResults(report),
    };
  } catch (error) {
    if (error instanceof CannotRun) return cannotRun(redactText(error.message, secrets));
    throw error;
  } finally {
    if (keep !== undefined)
      writeFileSync(keep, `${JSON.stringify(session.exchanges.map(createRedactor(secrets)), null, 2)}\n`);
  }
}
