import { readCommandOptions, UsageError } from '../read-options.js';
import { checkReport, checkStore } from './modules.js';
import { checkPage } from './page.js';
import { formatReport, hasNoMistakes, reportSkipped, type ReportLine } from './report.js';
import { checkService, createClient } from './reach-service.js';
import {
  checkAnySet,
  checkBaseUrl,
  checkKeys,
  checkWebhookSecret,
  readEnvironment,
  secretsIn,
  type ShellEnvironment,
} from './settings.js';
import { checkRegistration, checkWebhook, findWebhookUrl } from './webhook.js';

const names = ['env', 'page', 'webhook', 'store', 'checkout'] as const;
export type DoctorOptions = Readonly<Partial<Record<(typeof names)[number], string>>>;

/** Everything that can be said of the settings, in the order in which a shop is set up. */
export async function examine(
  environment: ShellEnvironment,
  options: DoctorOptions,
): Promise<readonly ReportLine[]> {
  const { env, lines: fileLines } = readEnvironment(environment, options.env);
  const nothingSet = checkAnySet(env);
  const isAnySet = hasNoMistakes(nothingSet);
  const settingsLines = isAnySet ? [...checkKeys(env), ...checkBaseUrl(env)] : nothingSet;
  const baseUrl = env['PAY_BASE_URL']?.trim() ?? '';
  const serviceLines: ReportLine[] = [];
  const address = options.webhook ?? findWebhookUrl(env);
  const { page, store, checkout } = options;
  if (!hasNoMistakes(settingsLines))
    serviceLines.push(reportSkipped('The service is not asked before the settings above are right.'));
  else {
    const client = createClient(env);
    serviceLines.push(...(await checkService(client, baseUrl)));
    if (address !== undefined && hasNoMistakes(serviceLines))
      serviceLines.push(...(await checkRegistration(client, address, baseUrl)));
  }
  return [
    ...fileLines,
    ...settingsLines,
    ...(isAnySet ? checkWebhookSecret(env) : []),
    ...serviceLines,
    ...(address === undefined
      ? [reportSkipped('The webhook: set SHOP_URL or PUBLIC_URL, or give its address with --webhook.')]
      : await checkWebhook(address, baseUrl)),
    ...(page === undefined
      ? [reportSkipped('The page: give its address with --page.')]
      : await checkPage(page, baseUrl)),
    ...(store === undefined
      ? [
          reportSkipped(
            'The store: give a module that exports `makeStore` with --store. It writes to that store.',
          ),
        ]
      : await checkStore(store)),
    ...(checkout === undefined
      ? [reportSkipped('The sweep: give a module that exports `checkout` with --checkout.')]
      : await checkReport(checkout)),
  ];
}

/** The settings that options of the command line replace. */
const settingsByOption = {
  'secret-key': 'PAY_SECRET_KEY',
  'publishable-key': 'PAY_PUBLISHABLE_KEY',
  'base-url': 'PAY_BASE_URL',
} as const;
const settingOptions = Object.keys(settingsByOption) as readonly (keyof typeof settingsByOption)[];

/** `pay-checkout doctor`: prints the report. Answers 1 when something is wrong, with --service 2 when nothing could be checked. */
export async function runDoctor(args: readonly string[]): Promise<number> {
  if (args.includes('--service')) return runServiceDoctor(args);
  const { options } = readCommandOptions(args, names);
  const lines = await examine(process.env, options);
  console.log(formatReport(lines, secretsIn(readEnvironment(process.env, options.env).env)));
  return hasNoMistakes(lines) ? 0 : 1;
}

async function runServiceDoctor(args: readonly string[]): Promise<number> {
  const { options, flags } = readCommandOptions(args, ['env', 'keep', ...settingOptions], {
    flags: ['service', 'json', 'slow'],
  });
  const { env: settings, lines } = readEnvironment(process.env, options.env);
  if (!hasNoMistakes(lines)) throw new UsageError(`--env: ${options.env ?? ''} cannot be read.`);
  const given = settingOptions.flatMap((option) =>
    options[option] === undefined ? [] : [[settingsByOption[option], options[option]] as const],
  );
  const interruption = new AbortController();
  process.once('SIGINT', () => interruption.abort());
  const { examineService } = await import('./service/service.js');
  const { code, text } = await examineService(
    { ...settings, ...Object.fromEntries(given) },
    { json: flags.json, keep: options.keep, withSlow: flags.slow, signal: interruption.signal },
  );
  if (code === 2) console.error(text);
  else console.log(text);
  return code;
}
