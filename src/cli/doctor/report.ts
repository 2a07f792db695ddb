/** A line of the report. `ok`: looked at, and right. `wrong`: a mistake with its remedy. `skipped`: not looked at, and why. */
export type ReportLine =
  | { readonly kind: 'ok'; readonly text: string }
  | { readonly kind: 'wrong'; readonly mistake: Mistake; readonly text: string; readonly remedy: string }
  | { readonly kind: 'skipped'; readonly text: string };

export const reportOk = (text: string): ReportLine => ({ kind: 'ok', text });
/** Whether no line reports a mistake. */
export const hasNoMistakes = (lines: readonly ReportLine[]): boolean =>
  lines.every(({ kind }) => kind !== 'wrong');

export const reportSkipped = (text: string): ReportLine => ({ kind: 'skipped', text });

/** A mistake by its name. `subject` is what it is about: an address, the name of a setting, a count; never a key. */
export const reportMistake = (mistake: Mistake, subject = ''): ReportLine => {
  const [text, remedy] = mistakes[mistake];
  const fill = (sentence: string) => sentence.replaceAll('{}', subject);
  return { kind: 'wrong', mistake, text: fill(text), remedy: fill(remedy) };
};

/** Everything that `doctor` can find, each as what is seen and what to do. `{}` is what it is about. */
const mistakes = {
  'no-settings-file': ['{} cannot be read.', 'Name the file that has the settings, one NAME=value a line.'],
  'nothing-set': [
    'None of {} is set.',
    'Set them in the environment of your server, or in the file of --env. What your code takes in their place is not seen from here: such defaults are for tests only.',
  ],
  'key-missing': ['{} is missing.', 'Set it in the environment of your server, or in the file of --env.'],
  'keys-swapped': [
    'PAY_SECRET_KEY and PAY_PUBLISHABLE_KEY are swapped.',
    'The secret key begins with sk_ and stays on the server; pk_ is for the page. If the page has shown the secret key, replace it.',
  ],
  'wrong-kind-of-key': [
    '{} has a key of the other kind.',
    'PAY_SECRET_KEY begins with sk_, PAY_PUBLISHABLE_KEY with pk_.',
  ],
  'malformed-key': [
    '{} does not look like a key.',
    'Copy it again: sk_ or pk_, then test_ or live_, then its characters, without spaces.',
  ],
  'keys-of-two-modes': [
    'One key is for tests and the other one is live.',
    'Take both keys of one mode. With keys of two modes the service answers 401.',
  ],
  'live-key-on-loopback': [
    'The keys are live, and PAY_BASE_URL is this machine.',
    'Use test keys with a sandbox: sk_test_sandbox and pk_test_sandbox.',
  ],
  'sandbox-key-elsewhere': [
    'The keys are those of the sandbox, and PAY_BASE_URL is not this machine.',
    'Use the keys that the service has given you, or http://127.0.0.1:4010/v1 for the sandbox.',
  ],
  'base-url-missing': [
    'PAY_BASE_URL is missing.',
    'Set the service’s address with its version, such as https://api.example.com/v1.',
  ],
  'base-url-malformed': [
    'PAY_BASE_URL is not an address.',
    'Write it whole, such as https://api.example.com/v1.',
  ],
  'base-url-not-https': [
    'PAY_BASE_URL is not https.',
    'Use https; plain http is for a sandbox on this machine only.',
  ],
  'base-url-with-credentials': [
    'PAY_BASE_URL carries a user name or a password.',
    'Take them out: the key goes into PAY_SECRET_KEY.',
  ],
  'base-url-with-query': ['PAY_BASE_URL has a query or a fragment.', 'End it with the version, such as /v1.'],
  'base-url-without-version': [
    'PAY_BASE_URL does not end in a version.',
    'Add it, such as /v1: every path follows it.',
  ],
  'webhook-secret-missing': [
    'PAY_WEBHOOK_SECRET is missing.',
    'Set a long random string, and register the webhook with the same one.',
  ],
  'webhook-secret-short': [
    'PAY_WEBHOOK_SECRET has fewer than 16 characters.',
    'Take a longer one: `openssl rand -hex 32` makes one.',
  ],
  'service-unreachable': [
    'The service at {} does not answer.',
    'Check PAY_BASE_URL, the network and the firewall; for the sandbox, start it: `npx --no -- pay-checkout sandbox`.',
  ],
  'key-refused': [
    'The service refuses PAY_SECRET_KEY.',
    'The key is of another account or another mode, or it was revoked. Copy it again.',
  ],
  'service-failing': [
    'The service answers {} to a question with the secret key.',
    'Check that PAY_BASE_URL is the API’s address; else ask again later.',
  ],
  'webhook-not-https': [
    'The webhook’s address is not https: {}',
    'The service reaches only public https addresses; plain http is for a sandbox on this machine.',
  ],
  'webhook-on-loopback': [
    'The webhook’s address is this machine, and the service is not: {}',
    'Give an address that the service can reach; a tunnel will do for a try.',
  ],
  'webhook-unreachable': [
    'Nothing answers at the webhook’s address: {}',
    'Start the shop, and check the name, the port and the firewall.',
  ],
  'webhook-not-there': [
    'The shop has nothing at {}',
    'Route that address to `checkout.fetch`, and give `createCheckout` its `sharedSecret`.',
  ],
  'webhook-redirects': [
    '{} redirects.',
    'Register the address that it leads to: the service follows no redirect.',
  ],
  'webhook-closed': [
    '{} refuses the service’s messages (401, 403 or 405).',
    'Let POST through without a login and without a CSRF token: the shared secret protects it.',
  ],
  'webhook-believes-anybody': [
    '{} accepts a message with a wrong secret.',
    'Compare the secret: `createCheckout` with `sharedSecret` does, and so does `readDelivery`.',
  ],
  'webhook-failing': [
    '{} fails when a message comes.',
    'Look at the shop’s log: the address must answer 400 to a message with a wrong secret.',
  ],
  'webhook-not-registered': [
    'The webhook is not registered with the service: {}',
    'Call `client.ensureWebhook({ url, shared_secret })` when you deploy.',
  ],
  'page-not-https': [
    'The page is not https: {}',
    'Serve the page by https; plain http is for this machine only.',
  ],
  'page-unreachable': [
    'The page cannot be fetched: {}',
    'Start the shop, and give the address of the page that has the tag.',
  ],
  'page-with-secret-key': [
    'The page shows a secret key: {}',
    'Take it out, and replace that key at the service: everybody may have read it.',
  ],
  'page-without-policy': [
    'The page has no Content-Security-Policy: {}',
    'Send the header of demo/docs/guides/csp.md in the package.',
  ],
  'policy-without-service': [
    'The page’s policy does not let the form reach the service ({}).',
    'Add its origin to connect-src.',
  ],
  'policy-without-script': [
    'The page’s policy does not allow the script of the tag.',
    "Add the origin that serves pay-checkout.js to script-src, such as 'self'.",
  ],
  'policy-without-types': [
    'The page requires Trusted Types, and its policy does not name the form’s.',
    'Add pay-checkout to trusted-types (lit-html for npm’s build).',
  ],
  'policy-without-frame': [
    'The page’s policy does not allow the frame of the form ({}).',
    'Add its origin to frame-src.',
  ],
  'policy-without-wallet-script': [
    'The page’s policy does not allow the script that `wallet-scripts` names ({}).',
    'Add its origin to script-src. A nonce and a digest do not count: the form adds the script.',
  ],
  'policy-without-wallet-types': [
    'The page requires Trusted Types, and its policy does not name the type for `wallet-scripts`.',
    'Add pay-checkout-wallets to trusted-types.',
  ],
  'policy-without-validation': [
    'The page’s policy does not let the page ask for Apple’s session ({}).',
    'Add the origin to connect-src: Apple Pay’s sheet is the page’s, also with a form in a frame. Pages with `validateMerchant` need the address of that instead.',
  ],
  'wallet-without-merchant': [
    '`methods` has a wallet, and `merchant-name` does not fit the wallet’s sheet.',
    'Set merchant-name to 1 to 64 characters of printable ASCII.',
  ],
  'apple-domain-missing': [
    'Apple’s domain file is not there: {}',
    'Serve the file that the service gives you at this address, with status 200 and without a login.',
  ],
  'apple-domain-redirects': [
    'Apple’s domain file redirects: {}',
    'Serve the file at this address itself: Apple follows no redirect.',
  ],
  'apple-domain-malformed': [
    'Apple’s domain file is empty or a page of HTML: {}',
    'Serve the file as the service gives it to you, unchanged.',
  ],
  'store-broken': [
    'The store does not keep what it must: {}',
    'Mend it, or use one of pay-checkout/stores: one charge for each order rests on `save`.',
  ],
  'module-without-store': [
    '{} has no function `makeStore`.',
    'Export `makeStore`, which opens the store on a table for tests.',
  ],
  'module-unreadable': [
    '{} cannot be loaded.',
    'Give the path of a module that Node can import; its own error stands above.',
  ],
  'module-without-checkout': [
    '{} has no `checkout` with a `report()`.',
    'Export what `createCheckout` returns as `checkout`.',
  ],
  'never-swept': [
    'No sweep was ever run.',
    'Call `checkout.sweep()` every minute, in one process or in several. After the start of a shop, wait for the first.',
  ],
  'sweep-late': [
    'The last sweep was {} minutes ago.',
    'Find out why it stopped: it should run every minute.',
  ],
  overdue: [
    'Orders that were due and have not been asked about: {}.',
    'The sweep does not keep up, or the service does not answer it: look at `onError`.',
  ],
  mismatched: [
    'Orders with a payment that is not what they asked for: {}.',
    'Find them by `onEvent` or `onSettled` (verdict mismatch), look at each, and refund what pays for nothing else.',
  ],
  unidentified: [
    'Orders whose intent was used by a payment that is not known: {}.',
    '`report()` names the orders and the payments that fit: find the payment, and call `adopt` of the checkout.',
  ],
  duplicates: [
    'Orders with a payment that came after they were paid: {}.',
    'Refund it: `refundDuplicates: true` does it. `onEvent` and `onSettled` name them (verdict duplicate).',
  ],
  'report-failing': ['checkout.report() fails.', 'The database does not answer: its own error stands above.'],
} as const satisfies Record<string, readonly [seen: string, remedy: string]>;

export type Mistake = keyof typeof mistakes;
export const mistakeNames = Object.keys(mistakes) as readonly Mistake[];

/** The report as text, without anything that is secret. */
export function formatReport(lines: readonly ReportLine[], secrets: readonly string[]): string {
  const text = lines.map(formatLine).join('\n');
  return secrets.reduce((clean, secret) => clean.replaceAll(secret, '…'), text);
}

function formatLine(line: ReportLine): string {
  switch (line.kind) {
    case 'ok':
      return `ok     ${line.text}`;
    case 'skipped':
      return `–      ${line.text}`;
    case 'wrong':
      return `WRONG  ${line.text}\n       ${line.remedy}`;
    default:
      return line satisfies never;
  }
}
