import { authResults } from '../../../testing/test-cards.js';
import { type Body, StepFailed, type Session, textOf } from './session.js';
import { callbackUrl, loadPayment, pay } from './steps.js';

/** What the script of a challenge page fills in. */
const browserFields: Readonly<Record<string, string>> = {
  color_depth: '24',
  js_enabled: 'true',
  language: 'en',
  screen_height: '800',
  screen_width: '1280',
  time_zone: '-180',
};

interface WalkedChallenge {
  /** The last part of each address, without parts that hold digits. */
  readonly steps: readonly string[];
  /** Where the payer returns to. */
  readonly back: URL;
}

const mostSteps = 12;

/**
 * Walks the pages of a challenge by their plain forms, and gives one answer, a value of `authResults`. Ends at the
 * address of the shop.
 */
export async function walkChallenge(
  session: Session,
  address: string,
  answer: string,
  shop: string,
): Promise<WalkedChallenge> {
  const cookies = new Map<string, string>();
  const steps: string[] = [];
  let next: PageRequest = { url: new URL(address), fields: undefined };
  while (steps.length < mostSteps) {
    if (isSamePage(next.url, shop)) return { steps, back: next.url };
    const parts = next.url.pathname.split('/');
    steps.push(parts.filter((part) => part !== '' && !/\d/.test(part)).at(-1) ?? '/');
    next = await openPage(session, next, cookies, answer);
  }
  throw new StepFailed(`a challenge of more than ${mostSteps} pages`);
}

/** Pays by a card that needs a challenge, gives one answer, and reads the payment. */
export async function payWithChallenge(
  session: Session,
  source: Body,
  answer: string = authResults.authenticated,
): Promise<WalkedChallenge & { readonly payment: Body }> {
  const made = await pay(session, { source });
  const address = textOf(made, 'source.transaction_url');
  const walked = await walkChallenge(session, address, answer, callbackUrl);
  return { ...walked, payment: await loadPayment(session, made['id']) };
}

interface PageRequest {
  readonly url: URL;
  /** What a form sends; undefined for a link or a redirect. */
  readonly fields: URLSearchParams | undefined;
}

const isSamePage = ({ origin, pathname }: URL, address: string) => {
  const shop = new URL(address);
  return origin === shop.origin && pathname === shop.pathname;
};

async function openPage(
  session: Session,
  { url, fields }: PageRequest,
  cookies: Map<string, string>,
  answer: string,
): Promise<PageRequest> {
  const { status, headers, text } = await session.call({
    method: fields ? 'POST' : 'GET',
    path: url.href,
    ...(fields && { body: fields }),
    headers: {
      ...(cookies.size > 0 && { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') }),
      ...(fields && { origin: url.origin }),
    },
  });
  for (const cookie of headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
    cookies.set(name, value);
  }
  const location = headers.get('location');
  if (status >= 300 && status < 400 && location) return { url: new URL(location, url), fields: undefined };
  const form = readForm(text, answer);
  if (status !== 200 || !form) throw new StepFailed(`${status} without a form in a challenge`);
  const target = new URL(form.action || url.href, url);
  if (form.method === 'post') return { url: target, fields: form.fields };
  target.search = form.fields.toString();
  return { url: target, fields: undefined };
}

const attributesOf = (tag: string): ReadonlyMap<string, string> =>
  new Map(
    [...tag.matchAll(/([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]+)))?/g)].map(
      ([, name = '', one, two, three]) => [name.toLowerCase(), decode(one ?? two ?? three ?? '')],
    ),
  );

const entities: Readonly<Record<string, string>> = { amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'" };
const decode = (text: string) =>
  text.replace(/&(#39|amp|quot|lt|gt);/g, (whole, name: string) => entities[name] ?? whole);

/** The first form of a page, filled in: its own values, the browser's, and the answer. */
function readForm(html: string, answer: string) {
  const [, head = '', content = ''] = /<form\b([^>]*)>(.*?)<\/form>/is.exec(html) ?? [];
  if (!content) return undefined;
  const form = attributesOf(head);
  const fields = new URLSearchParams();
  for (const [, tag = ''] of content.matchAll(/<(?:input|select|button)\b([^>]*)>/gi)) {
    const input = attributesOf(tag);
    const name = input.get('name');
    if (!name) continue;
    if (name === 'auth_result') fields.set(name, answer);
    else if (input.get('type') !== 'submit')
      fields.set(name, browserFields[name] ?? input.get('value') ?? '');
  }
  return { action: form.get('action') ?? '', method: form.get('method')?.toLowerCase(), fields };
}
