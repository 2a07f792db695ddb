import type { Context } from 'hono';
import { html } from 'hono/html';
import { secretKey } from '../http/keys.js';
import { lookOf, page } from '../pages/page.js';
import type { Service } from '../controls/service.js';
import { kinds } from './entry.js';
import { item, template } from './item.js';
import { clockText, queuedFaults, versionOf } from './live.js';
import { clock, faults, reset, service as servicePanel } from './panels.js';
import { css } from './style.js';
import { newest } from './timeline.js';
import { addressOf, show, type View } from './view.js';

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
        ${servicePanel(origin)} ${clock(clockText(service))} ${faults(queuedFaults(service))} ${reset}
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
