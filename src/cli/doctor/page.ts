import { isSameJson } from '../../wire/json.js';
import { isSecureUrl } from '../../wire/url.js';
import { checkWalletPolicy, checkWallets } from './wallets.js';
import { hasNoMistakes, reportOk, reportSkipped, reportMistake, type ReportLine } from './report.js';

const timeoutMs = 10_000;

/** Fetches the page, as a payer's browser does, and reads its HTML and its policy. */
export async function checkPage(address: string, baseUrl: string): Promise<readonly ReportLine[]> {
  if (!URL.canParse(address)) return [reportMistake('page-unreachable', address)];
  const page = new URL(address);
  if (!isSecureUrl(page)) return [reportMistake('page-not-https', address)];
  const answer = await fetch(page, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => undefined);
  if (!answer?.ok) return [reportMistake('page-unreachable', address)];
  const html = await answer.text();
  const lines: ReportLine[] = [];
  if (/\bsk_(?:test|live)_\w/.test(html)) lines.push(reportMistake('page-with-secret-key', address));
  const tag = /<pay-checkout\b[^>]*>/.exec(html)?.[0];
  if (tag === undefined)
    lines.push(reportSkipped(`The HTML has no <pay-checkout>, so a script must add it: ${address}`));
  const header = answer.headers.get('content-security-policy');
  lines.push(...(await checkWallets({ page, attribute: (name) => attributeOf(tag ?? '', name) })));
  if (header === null) lines.push(reportMistake('page-without-policy', address));
  else lines.push(...checkPolicies(header, { page, html, tag, service: baseUrl }));
  return hasNoMistakes(lines)
    ? [...lines, reportOk(`The page’s policy lets the form work: ${address}`)]
    : lines;
}

interface FetchedPage {
  readonly page: URL;
  readonly html: string;
  readonly tag: string | undefined;
  readonly service: string;
}

/** Several headers come as one, with commas between their policies. The page has to keep each of them. */
function checkPolicies(header: string, fetched: FetchedPage): readonly ReportLine[] {
  const lines = header.split(',').flatMap((policy) => checkPolicy(policy, fetched));
  return lines.filter((line, at) => lines.findIndex((each) => isSameJson(each, line)) === at);
}

function checkPolicy(header: string, { page, html, tag = '', service }: FetchedPage): readonly ReportLine[] {
  const policy = parsePolicy(header);
  const allows = (directive: string, address: string) =>
    allowsAddress(policy.get(directive) ?? policy.get('default-src'), new URL(address, page), page);
  const lines: ReportLine[] = [];
  const { origin = '' } = URL.canParse(service) ? new URL(service) : {};
  // A form in a frame sends from there, by the policy of its own page.
  const frame = attributeOf(tag, 'frame-src');
  if (origin && !frame && !allows('connect-src', service))
    lines.push(reportMistake('policy-without-service', origin));
  const script = /<script\b[^>]*\bsrc="([^"]*pay-(?:checkout|framed)[^"]*\.js)"/.exec(html)?.[1];
  if (script !== undefined && !allows('script-src', script))
    lines.push(reportMistake('policy-without-script'));
  if (frame && !allows('frame-src', frame))
    lines.push(reportMistake('policy-without-frame', new URL(frame, page).origin));
  const types = policy.get('trusted-types');
  const isRequired = policy.has('require-trusted-types-for');
  if (isRequired && types && !types.some((name) => ['pay-checkout', 'lit-html', '*'].includes(name)))
    lines.push(reportMistake('policy-without-types'));
  const scripts = policy.get('script-src') ?? policy.get('default-src');
  // What the form adds has no nonce. `strict-dynamic` lets it add what it wants.
  const added = scripts?.filter((source) => !/^'(?:nonce-|sha\d+-)/.test(source));
  lines.push(
    ...checkWalletPolicy(
      { page, attribute: (name) => attributeOf(tag, name) },
      {
        allowsScript: (address) => allowsAddress(added, new URL(address), page),
        allowsConnection: (address) => allows('connect-src', address),
        trustedTypes: isRequired ? types : undefined,
        service: origin ? service : undefined,
      },
    ),
  );
  return lines;
}

const attributeOf = (tag: string, name: string) => new RegExp(`\\s${name}\\s*=\\s*"([^"]*)"`).exec(tag)?.[1];

/** The directives of a policy, by name; of two with one name, the first one counts. */
function parsePolicy(header: string): ReadonlyMap<string, readonly string[]> {
  const directives = header.split(';').map((directive) => directive.trim().split(/\s+/));
  return new Map(directives.reverse().map(([name = '', ...sources]) => [name.toLowerCase(), sources]));
}

/** Whether a list of sources allows an address. Without a list, everything is allowed. */
function allowsAddress(sources: readonly string[] | undefined, address: URL, page: URL): boolean {
  if (!sources) return true;
  return sources.some((source) => {
    if (source === '*') return true;
    if (source === "'self'") return address.origin === page.origin;
    // A script with a nonce or a digest is allowed by it, wherever it is from.
    if (/^'(?:nonce-|sha\d+-|strict-dynamic)/.test(source)) return true;
    if (/^[a-z][a-z0-9+.-]*:$/i.test(source)) return address.protocol === source.toLowerCase();
    return matchesHost(source, address, page);
  });
}

/** `https://api.example.com`, `api.example.com:8443/v1/`, `*.example.com`. */
function matchesHost(source: string, address: URL, page: URL): boolean {
  const [, scheme, host = '', port, path] =
    /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|\[[^\]]+\]|[^:/]+)(?::(\d+|\*))?(\/.*)?$/i.exec(source) ?? [];
  const protocol = `${scheme ?? page.protocol.slice(0, -1)}:`;
  if (address.protocol !== protocol && !(protocol === 'http:' && address.protocol === 'https:')) return false;
  const name = host.toLowerCase();
  const isHost = name.startsWith('*.')
    ? address.hostname.endsWith(name.slice(1))
    : name === '*' || name === address.hostname;
  if (!isHost) return false;
  if (port === undefined ? address.port !== '' : port !== '*' && port !== address.port) return false;
  if (path === undefined) return true;
  return path.endsWith('/') ? address.pathname.startsWith(path) : address.pathname === path;
}
