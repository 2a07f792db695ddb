import { readCommandOptions } from '../read-options.js';
import { checkReport, checkStore } from './modules.js';
import { checkPage } from './page.js';
import { format, isRight, skipped, type Line } from './report.js';
import { checkService, clientOf } from './service.js';
import {
  checkBaseUrl,
  checkKeys,
  checkWebhookSecret,
  readEnvironment,
  secretsIn,
  type ShellEnvironment,
} from './settings.js';
import { checkRegistration, checkWebhook, webhookAddress } from './webhook.js';

const names = ['env', 'page', 'webhook', 'store', 'checkout'] as const;
export type DoctorOptions = Readonly<Partial<Record<(typeof names)[number], string>>>;

/** Everything that can be said of the settings, in the order in which a shop is set up. */
export async function examine(given: ShellEnvironment, options: DoctorOptions): Promise<readonly Line[]> {
  const { env, lines: ofFile } = readEnvironment(given, options.env);
  const ofSettings = [...checkKeys(env), ...checkBaseUrl(env)];
  const baseUrl = env['PAY_BASE_URL']?.trim();
  const ofService: Line[] = [];
  const address = options.webhook ?? webhookAddress(env);
  const { page, store, checkout } = options;
  if (!isRight(ofSettings))
    ofService.push(skipped('The service is not asked before the settings above are right.'));
  else {
    const client = clientOf(env);
    ofService.push(...(await checkService(client, baseUrl ?? '')));
    if (address !== undefined && isRight(ofService))
      ofService.push(...(await checkRegistration(client, address)));
  }
  return [
    ...ofFile,
    ...ofSettings,
    ...checkWebhookSecret(env),
    ...ofService,
    ...(address === undefined
      ? [skipped('The webhook: set SHOP_URL or PUBLIC_URL, or give its address with --webhook.')]
      : await checkWebhook(address, baseUrl)),
    ...(page === undefined
      ? [skipped('The page: give its address with --page.')]
      : await checkPage(page, baseUrl)),
    ...(store === undefined
      ? [skipped('The store: give a module that exports `makeStore` with --store. It writes to that store.')]
      : await checkStore(store)),
    ...(checkout === undefined
      ? [skipped('The sweep: give a module that exports `checkout` with --checkout.')]
      : await checkReport(checkout)),
  ];
}

/** `pay-checkout doctor`: prints the report. Answers 1 when something is wrong. */
export async function doctor(args: readonly string[]): Promise<number> {
  const { options } = readCommandOptions(args, names);
  const lines = await examine(process.env, options);
  console.log(format(lines, secretsIn(readEnvironment(process.env, options.env).env)));
  return isRight(lines) ? 0 : 1;
}
