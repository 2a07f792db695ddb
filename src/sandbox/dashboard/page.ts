import type { Context } from 'hono';
import { html } from 'hono/html';
import {
  type DeliveryFaultName,
  type FaultName,
  type FaultRoute,
  faultRoutes,
  routes,
} from '../faults/faults.js';
import type { SandboxEnv } from '../http/context.js';
import { hashStyle, page } from '../pages/page.js';
import { type Namespace } from '../namespace.js';
import { pathOf, publishableKeyOf, secretKeyOf } from '../keys.js';
import { type TimelineEntry, entry, kinds } from './entry.js';
import { dashboardCss } from './style.js';
import {
  addressOf,
  clockText,
  newest,
  queuedFaults,
  show,
  versionOf,
  type TimelineView,
} from './timeline.js';

/**
 * One line of the timeline. `data-text` names what stands in an element, for the live script: it fills copies of the
 * template below, so that the markup is written once.
 */
const item = (shown: TimelineEntry) =>
  html`<li data-key="${shown.key}" data-kind="${shown.kind}" data-tone="${shown.tone}">
    <details>
      <summary>
        <time datetime="${shown.at}" data-text="time">${shown.time}</time>
        <span class="kind" data-text="kind">${shown.kind}</span>
        <span class="status" data-text="status">${shown.status}</span>
        <span class="what">
          <span data-text="what">${shown.what}</span>
          <span class="about" data-text="about">${shown.about}</span>
        </span>
        <span class="amount" data-text="amount">${shown.amount}</span>
        <code data-text="id">${shown.id}</code>
      </summary>
      <div class="actions">
        <a href="${shown.link}" ${shown.link === '' ? 'hidden' : ''} data-text="linkText"
          >${shown.linkText}</a
        >
        <form
          method="post"
          action="${shown.resend}"
          data-done="Sent once more."
          ${shown.resend === '' ? 'hidden' : ''}
        >
          <button>Resend</button>
        </form>
      </div>
      <pre data-text="raw">${shown.raw}</pre>
    </details>
  </li>`;

const blank = entry({
  key: '',
  kind: 'request',
  at: 0,
  id: '',
  status: '',
  tone: 'plain',
  what: '',
  raw: null,
});

const template = html`<template id="entry">${item(blank)}</template>`;

/** Where the service is and how to get in, and the way to the other namespaces. */
const servicePanel = (origin: string, { name }: Namespace, names: readonly string[]) =>
  html`<section aria-labelledby="service">
    <h2 id="service">Service</h2>
    <dl>
      <div>
        <dt>Base URL</dt>
        <dd><code>${origin}/v1</code></dd>
      </div>
      <div>
        <dt>Secret key</dt>
        <dd><code>${secretKeyOf(name)}</code></dd>
      </div>
      <div>
        <dt>Publishable key</dt>
        <dd><code>${publishableKeyOf(name)}</code></dd>
      </div>
    </dl>
    ${
      names.length > 1
        ? html`<h3 id="namespaces">Namespaces</h3>
            <ul role="list" aria-labelledby="namespaces" class="namespaces">
              ${names.map(
                (other) =>
                  html`<li>
                    <a href="${pathOf(other)}/" aria-current="${other === name ? 'true' : 'false'}"
                      >${other}</a
                    >
                  </li>`,
              )}
            </ul>`
        : ''
    }
  </section>`;

const steps = [
  [60, '+1 min'],
  [600, '+10 min'],
  [3600, '+1 h'],
  [86_400, '+1 day'],
] as const;

const clockPanel = ({ path }: Namespace, now: string) =>
  html`<section aria-labelledby="clock">
    <h2 id="clock">Clock</h2>
    <p class="now"><span id="now">${now}</span> <small>UTC</small></p>
    <form class="row" method="post" action="${path}/dashboard/clock" data-done="The clock was put forward.">
      ${steps.map(([seconds, label]) => html`<button name="advance" value="${seconds}">${label}</button>`)}
    </form>
    <form class="row" method="post" action="${path}/dashboard/clock" data-done="The clock was put forward.">
      <label>Seconds <input name="advance" type="number" min="0" step="any" required /></label>
      <button>Advance</button>
    </form>
  </section>`;

const effects: Record<FaultName, string> = {
  'drop-before': 'no answer, nothing done',
  'drop-after': 'no answer, but done',
  delay: 'done, answered after 3 s',
  'html-403': 'a firewall’s page',
  '401': 'key refused',
  '405': 'account inactive',
  '429': 'too many requests',
  '500': 'server error',
  '503': 'maintenance',
  truncated: 'done, half an answer',
  'unknown-status': 'done, unheard-of status',
  'no-transaction-url': 'initiated without address',
  'bad-transaction-url': 'initiated, harmful address',
};

const deliveryEffects: Record<DeliveryFaultName, string> = {
  duplicate: 'sent twice',
  reorder: 'sent after the next one',
  delay: 'sent 3 s later',
  lose: 'never sent',
  slow: 'takes 3 s to arrive',
  'wrong-secret': 'sent with another secret',
};

const routeNames: Record<FaultRoute, string> = {
  ...routes,
  any: 'whatever comes next',
  delivery: 'the delivery of a message',
};

const faultOptions = (label: string, names: Record<string, string>) =>
  html`<optgroup label="${label}">
    ${Object.entries(names).map(
      ([name, effect]) => html`<option value="${name}">${name}: ${effect}</option>`,
    )}
  </optgroup>`;

const faultsPanel = ({ path }: Namespace, queued: readonly string[]) =>
  html`<section aria-labelledby="faults">
    <h2 id="faults">Faults</h2>
    <form class="fields" method="post" action="${path}/dashboard/faults" data-done="The fault is queued.">
      <label>
        Request
        <select name="route">
          ${faultRoutes.map((route) => html`<option value="${route}">${routeNames[route]}</option>`)}
        </select>
      </label>
      <label>
        Fault
        <select name="fault">
          ${faultOptions('of a request', effects)} ${faultOptions('of a delivery', deliveryEffects)}
        </select>
      </label>
      <div class="row">
        <label>Times <input name="times" type="number" min="1" step="1" value="1" required /></label>
        <button>Inject</button>
      </div>
    </form>
    <h3 id="queue">Queued</h3>
    <ul id="queued" role="list" aria-labelledby="queue">
      ${queued.map((text) => html`<li>${text}</li>`)}
    </ul>
    <p class="none">Nothing: requests are answered as they should be.</p>
  </section>`;

/** A button that asks first, also without a script. */
const resetPanel = ({ path }: Namespace) =>
  html`<section aria-labelledby="reset">
    <h2 id="reset">Start over</h2>
    <details class="confirm">
      <summary>Reset…</summary>
      <p>Forgets every intent, payment, invoice and webhook, the log, the faults and the clock.</p>
      <form method="post" action="${path}/dashboard/reset" data-done="Everything is forgotten.">
        <button class="danger">Yes, forget everything</button>
      </form>
    </details>
  </section>`;

const look = hashStyle(dashboardCss);

const allow =
  "script-src 'self'; connect-src 'self'; form-action 'self'; require-trusted-types-for 'script'; trusted-types 'none'";

const names: Record<(typeof kinds)[number], string> = {
  intent: 'Intents',
  payment: 'Payments',
  token: 'Saved cards',
  invoice: 'Invoices',
  webhook: 'Webhooks',
  delivery: 'Deliveries',
  request: 'Requests',
};

const filter = (namespace: Namespace, view: TimelineView) =>
  html`<nav aria-label="Show">
    ${[undefined, ...kinds].map(
      (kind) =>
        html`<a href="${addressOf(namespace, kind)}" aria-current="${kind === view.kind ? 'page' : 'false'}"
          >${kind ? names[kind] : 'All'}</a
        >`,
    )}
  </nav>`;

/** An example to begin with. */
const example = (origin: string, { name }: Namespace, isHidden: boolean) =>
  html`<div id="empty" ${isHidden ? 'hidden' : ''}>
    <p>Nothing has happened yet. For example, create an intent:</p>
    <pre>
curl -u ${secretKeyOf(name)}: ${origin}/v1/payment_intents -H 'content-type: application/json' -d '{ "amount": 10000 }'</pre>
  </div>`;

/** Everything that happened, and the controls. The page works without a script, as forms and links; a script keeps the page up to date. */
export function dashboardPage(
  c: Context<SandboxEnv>,
  view: TimelineView,
  namespaceNames: readonly string[],
): Promise<Response> {
  const { namespace } = c.var;
  const { origin } = new URL(c.req.url);
  const { entries, older } = show(namespace, view);
  return page(
    c,
    'Payment sandbox',
    html`<a class="skip" href="#timeline">Skip to the timeline</a>
      <header>
        <h1>Payment sandbox</h1>
        <p>No money moves. <a href="/openapi.json">API description</a></p>
      </header>
      <div class="panels">
        ${servicePanel(origin, namespace, namespaceNames)} ${clockPanel(namespace, clockText(namespace))}
        ${faultsPanel(namespace, queuedFaults(namespace))} ${resetPanel(namespace)}
      </div>
      <section class="timeline" aria-labelledby="timeline">
        <div class="heading">
          <h2 id="timeline" tabindex="-1">Timeline</h2>
          <p role="status" id="notice"></p>
          <p id="state"><noscript>Reload to see what is new.</noscript></p>
        </div>
        ${filter(namespace, view)}
        ${view.from === newest ? '' : html`<a class="step" href="${addressOf(namespace, view.kind)}">Back to the newest</a>`}
        ${example(origin, namespace, entries.length > 0)}
        <ol id="entries" role="list" data-version="${versionOf(namespace)}">
          ${entries.map(item)}
        </ol>
        <a class="step" id="older" href="${older}" ${older === '' ? 'hidden' : ''}>Older</a>
      </section>
      ${template}
      <script src="/dashboard/script.js" defer></script>`,
    // Without a referrer the browser would not say which page a form comes from, and the form would be refused.
    { allow, look, referrer: 'same-origin' },
  );
}
