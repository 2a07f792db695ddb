import { html } from 'hono/html';
import { type Entry, entry } from './entry.js';

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
