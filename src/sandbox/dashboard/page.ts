import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Service } from '../controls/service.js';
import { type FaultName, faultNames, type FaultRoute, faultRoutes } from '../faults/faults.js';
import { publishableKey, secretKey } from '../http/auth.js';
import { lookOf, page } from '../pages/page.js';
import { type Entry, entry, kinds } from './entry.js';
import { clockText, queuedFaults, versionOf } from './routes.js';
import { css } from './style.js';
import { addressOf, newest, show, type View } from './timeline.js';

/**
 * One line of the timeline. `data-text` names what stands in an element, for the live script: it fills copies of the
 * template below, so that the markup is written once.
 */
export const item = (shown: Entry) =>
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

export const template = html`<template id="entry">${item(blank)}</template>`;

/** Where the service is and how to get in. */
export const servicePanel = (origin: string) =>
  html`<section aria-labelledby="service">
    <h2 id="service">Service</h2>
    <dl>
      <div>
        <dt>Base URL</dt>
        <dd><code>${origin}/v1</code></dd>
      </div>
      <div>
        <dt>Secret key</dt>
        <dd><code>${secretKey}</code></dd>
      </div>
      <div>
        <dt>Publishable key</dt>
        <dd><code>${publishableKey}</code></dd>
      </div>
    </dl>
  </section>`;

const steps = [
  [60, '+1 min'],
  [600, '+10 min'],
  [3600, '+1 h'],
  [86_400, '+1 day'],
] as const;

export const clockPanel = (now: string) =>
  html`<section aria-labelledby="clock">
    <h2 id="clock">Clock</h2>
    <p class="now"><span id="now">${now}</span> <small>UTC</small></p>
    <form class="row" method="post" action="/dashboard/clock" data-done="The clock was put forward.">
      ${steps.map(([seconds, label]) => html`<button name="advance" value="${seconds}">${label}</button>`)}
    </form>
    <form class="row" method="post" action="/dashboard/clock" data-done="The clock was put forward.">
      <label>Seconds <input name="advance" type="number" min="0" step="any" required /></label>
      <button>Advance</button>
    </form>
  </section>`;

const routes: Record<FaultRoute, string> = {
  fulfil: 'fulfil an intent',
  status: 'read a payment',
};

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

export const faultsPanel = (queued: readonly string[]) =>
  html`<section aria-labelledby="faults">
    <h2 id="faults">Faults</h2>
    <form class="fields" method="post" action="/dashboard/faults" data-done="The fault is queued.">
      <label>
        Request
        <select name="route">
          ${faultRoutes.map((route) => html`<option value="${route}">${routes[route]}</option>`)}
        </select>
      </label>
      <label>
        Fault
        <select name="fault">
          ${faultNames.map((name) => html`<option value="${name}">${name}: ${effects[name]}</option>`)}
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
export const resetPanel = html`<section aria-labelledby="reset">
  <h2 id="reset">Start over</h2>
  <details class="confirm">
    <summary>Reset…</summary>
    <p>Forgets every intent, payment, invoice and webhook, the log, the faults and the clock.</p>
    <form method="post" action="/dashboard/reset" data-done="Everything is forgotten.">
      <button class="danger">Yes, forget everything</button>
    </form>
  </details>
</section>`;

const look = lookOf(css);

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

const filter = (view: View) =>
  html`<nav aria-label="Show">
    ${[undefined, ...kinds].map(
      (kind) =>
        html`<a href="${addressOf(kind)}" aria-current="${kind === view.kind ? 'page' : 'false'}"
          >${kind ? names[kind] : 'All'}</a
        >`,
    )}
  </nav>`;

/** An example to begin with. */
const empty = (origin: string, isHidden: boolean) =>
  html`<div id="empty" ${isHidden ? 'hidden' : ''}>
    <p>Nothing has happened yet. For example, create an intent:</p>
    <pre>
curl -u ${secretKey}: ${origin}/v1/payment_intents -H 'content-type: application/json' -d '{ "amount": 10000 }'</pre>
  </div>`;

/** Everything that happened, and the switches. It works without a script, as forms and links; a script updates it. */
export function dashboardPage(c: Context, service: Service, view: View): Promise<Response> {
  const { origin } = new URL(c.req.url);
  const { entries, older } = show(service, view);
  return page(
    c,
    'Payment sandbox',
    html`<a class="skip" href="#timeline">Skip to the timeline</a>
      <header>
        <h1>Payment sandbox</h1>
        <p>No money moves. <a href="/openapi.json">API description</a></p>
      </header>
      <div class="panels">
        ${servicePanel(origin)} ${clockPanel(clockText(service))} ${faultsPanel(queuedFaults(service))}
        ${resetPanel}
      </div>
      <section class="timeline" aria-labelledby="timeline">
        <div class="heading">
          <h2 id="timeline" tabindex="-1">Timeline</h2>
          <p role="status" id="notice"></p>
          <p id="state"><noscript>Reload to see what is new.</noscript></p>
        </div>
        ${filter(view)}
        ${view.from === newest ? '' : html`<a class="step" href="${addressOf(view.kind)}">Back to the newest</a>`}
        ${empty(origin, entries.length > 0)}
        <ol id="entries" role="list" data-version="${versionOf(service)}">
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
