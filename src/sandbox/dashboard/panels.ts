import { html } from 'hono/html';
import { type FaultName, faultNames, type FaultRoute, faultRoutes } from '../faults/faults.js';
import { publishableKey, secretKey } from '../http/keys.js';

/** Where the service is and how to get in. */
export const service = (origin: string) =>
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

export const clock = (now: string) =>
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

export const faults = (queued: readonly string[]) =>
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
export const reset = html`<section aria-labelledby="reset">
  <h2 id="reset">Start over</h2>
  <details class="confirm">
    <summary>Reset…</summary>
    <p>Forgets every intent, payment, invoice and webhook, the log, the faults and the clock.</p>
    <form method="post" action="/dashboard/reset" data-done="Everything is forgotten.">
      <button class="danger">Yes, forget everything</button>
    </form>
  </details>
</section>`;
