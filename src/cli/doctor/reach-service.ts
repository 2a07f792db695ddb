import { createPayClient, PayError, type PayClient } from '../../entries/server.js';
import { isRecordNotFound } from '../../server/checkout/queries.js';
import { reportOk, reportMistake, type ReportLine } from './report.js';
import type { ShellEnvironment } from './settings.js';

const timeoutMs = 10_000;

/** A client of the service, of settings that are right. */
export const createClient = (env: ShellEnvironment): PayClient =>
  createPayClient({
    secretKey: env['PAY_SECRET_KEY']?.trim() ?? '',
    baseUrl: env['PAY_BASE_URL']?.trim() ?? '',
    timeout: timeoutMs,
  });

/** An intent that does not exist: the answer says whether the key counts, and reads nobody's data. */
const unknownIntentId = '00000000-0000-4000-8000-000000000000';

/** Whether the service answers, and takes the secret key. Changes nothing there. */
export async function checkService(client: PayClient, baseUrl: string): Promise<readonly ReportLine[]> {
  try {
    await client.retrievePaymentIntent(unknownIntentId);
  } catch (error) {
    if (!isRecordNotFound(error)) return [reportFailure(error, baseUrl)];
  }
  return [reportOk('The service answers, and takes PAY_SECRET_KEY.')];
}

/** Why a question to the service had no answer that counts. */
export function reportFailure(error: unknown, baseUrl: string): ReportLine {
  if (!(error instanceof PayError) || error.status === undefined)
    return reportMistake('service-unreachable', baseUrl);
  // A firewall of the service answers 403 with a page, whatever the key.
  const isOfKey = error.status === 401 || (error.status === 403 && error.type !== undefined);
  return isOfKey ? reportMistake('key-refused') : reportMistake('service-failing', String(error.status));
}
