import { reportMistake, type ReportLine } from './report.js';

/** Where Apple looks for the file that says whose domain it is. */
const domainFilePath = '/.well-known/apple-developer-merchantid-domain-association';
const scripts = {
  apple: 'https://applepay.cdn-apple.com/jsapi/1.latest/apple-pay-sdk.js',
  samsung: 'https://img.mpay.samsung.com/gsmpi/sdk/samsungpay_web_sdk.js',
} as const;
const timeoutMs = 10_000;

interface PageWithTag {
  readonly page: URL;
  /** An attribute of the tag; undefined if the tag does not have it. */
  readonly attribute: (name: string) => string | undefined;
}

interface PolicyForWallets {
  /** Whether the policy lets the page's code load a script, and reach an address. */
  readonly allowsScript: (address: string) => boolean;
  readonly allowsConnection: (address: string) => boolean;
  /** The names that `trusted-types` has; undefined if the policy does not require one. */
  readonly trustedTypes: readonly string[] | undefined;
  readonly service: string | undefined;
}

const wordsOf = (text: string | undefined) => text?.split(/\s+/) ?? [];
const hasApplePay = ({ attribute }: PageWithTag) => wordsOf(attribute('methods')).includes('applepay');

/** What a page with Apple Pay or Samsung Pay needs beside its policy. */
export async function checkWallets(tag: PageWithTag): Promise<readonly ReportLine[]> {
  const isApple = hasApplePay(tag);
  if (!isApple && !wordsOf(tag.attribute('methods')).includes('samsungpay')) return [];
  const isNamed = /^[\x20-\x7e]{1,64}$/.test(tag.attribute('merchant-name')?.trim() ?? '');
  return [
    ...(isNamed ? [] : [reportMistake('wallet-without-merchant')]),
    ...(isApple ? await checkDomainFile(new URL(domainFilePath, tag.page)) : []),
  ];
}

async function checkDomainFile(address: URL): Promise<readonly ReportLine[]> {
  const answer = await fetch(address, {
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch(() => undefined);
  if (answer && answer.status >= 300 && answer.status < 400)
    return [reportMistake('apple-domain-redirects', address.href)];
  if (answer?.status !== 200) return [reportMistake('apple-domain-missing', address.href)];
  const text = await answer.text();
  return text.trim() === '' || /^\s*</.test(text)
    ? [reportMistake('apple-domain-malformed', address.href)]
    : [];
}

/** What the policy of a page forbids that the wallets need. The sheets are the page's, also with a form in a frame. */
export function checkWalletPolicy(tag: PageWithTag, policy: PolicyForWallets): readonly ReportLine[] {
  const { service, trustedTypes } = policy;
  const named = wordsOf(tag.attribute('wallet-scripts')).flatMap((word) =>
    Object.hasOwn(scripts, word) ? [scripts[word as keyof typeof scripts]] : [],
  );
  const hasType = trustedTypes?.some((name) => ['pay-checkout-wallets', '*'].includes(name)) ?? true;
  const isValidated = !service || policy.allowsConnection(service);
  return [
    ...named
      .filter((address) => !policy.allowsScript(address))
      .map((address) => reportMistake('policy-without-wallet-script', new URL(address).origin)),
    ...(named.length > 0 && !hasType ? [reportMistake('policy-without-wallet-types')] : []),
    ...(hasApplePay(tag) && tag.attribute('frame-src') !== undefined && !isValidated
      ? [reportMistake('policy-without-validation', new URL(service ?? '').origin)]
      : []),
  ];
}
