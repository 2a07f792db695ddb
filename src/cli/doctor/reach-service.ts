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

/** An intent that does not exist: the answer says whether the key counts, and nothing of anybody is read. */
const unknownIntentId = '00000000-0000-4000-8000-000000000000';

/** Whether the service answers, and takes the secret key. Changes nothing there. */
export async function checkService(client: PayClient, baseUrl: string): Promise<readonly ReportLine[]> {
  const answered = reportOk('The service answers, and takes PAY_SECRET_KEY.');
  try {
    await client.retrievePaymentIntent(unknownIntentId);
    return [answered];
  } catch (error) {
    if (!(error instanceof PayError) || error.status === undefined)
      return [reportMistake('service-unreachable', baseUrl)];
    if (isRecordNotFound(error)) return [answered];
    if (error.status === 401 || error.status === 403) return [reportMistake('key-refused')];
    return [reportMistake('service-failing', String(error.status))];
  }
}
