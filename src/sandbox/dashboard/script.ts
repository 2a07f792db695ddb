/**
 * Keeps the dashboard live: asks once a second, while somebody looks, and changes only what has changed, so that what
 * is open, focused or scrolled to stays so. Text is only ever set as text. Sends the forms without leaving the page.
 */
export const script = `'use strict';
const byId = (id) => document.getElementById(id);
const [list, notice, state] = ['entries', 'notice', 'state'].map(byId);
let version = list.dataset.version;
let [timer, isAsking, askAgain] = [0, false, false];

const setText = (element, text) => {
  if (element.textContent !== text) element.textContent = text;
};

function fill(item, entry) {
  for (const slot of item.querySelectorAll('[data-text]')) setText(slot, entry[slot.dataset.text]);
  Object.assign(item.dataset, { key: entry.key, kind: entry.kind, tone: entry.tone });
  item.querySelector('time').dateTime = entry.at;
  for (const [part, attribute, address] of [['a', 'href', entry.link], ['form', 'action', entry.resend]]) {
    const element = item.querySelector(part);
    element.hidden = address === '';
    element.setAttribute(attribute, address);
  }
}

function create() {
  const item = byId('entry').content.firstElementChild.cloneNode(true);
  item.classList.add('new');
  return item;
}

/** What fell out of a full page stays while it is open. */
function showEntries(entries, isFull) {
  const known = new Map([...list.children].map((item) => [item.dataset.key, item]));
  const keys = new Set(entries.map(({ key }) => key));
  for (const [key, item] of known)
    if (!keys.has(key) && !(isFull && item.querySelector('details').open)) item.remove();
  let place = list.firstElementChild;
  for (const entry of entries) {
    const item = known.get(entry.key) ?? create();
    fill(item, entry);
    if (item !== place) list.insertBefore(item, place);
    else
      do place = place.nextElementSibling;
      while (place && !keys.has(place.dataset.key));
  }
  byId('empty').hidden = entries.length > 0;
}

function show(news) {
  setText(byId('now'), news.now);
  const queued = byId('queued');
  const shown = [...queued.children].map((item) => item.textContent);
  if (shown.join('\\n') !== news.faults.join('\\n'))
    queued.replaceChildren(...news.faults.map((text) => Object.assign(document.createElement('li'), { textContent: text })));
  if (news.entries) {
    showEntries(news.entries, news.older !== '');
    byId('older').hidden = news.older === '';
    byId('older').setAttribute('href', news.older);
  }
  version = news.version;
}

async function ask() {
  const address = new URL('/dashboard/timeline' + location.search, location.href);
  address.searchParams.set('version', version);
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(10000) });
    if (!answer.ok) throw new Error(answer.status);
    show(await answer.json());
    setText(state, 'Live');
    delete state.dataset.lost;
  } catch {
    setText(state, 'The sandbox does not answer. Trying again…');
    state.dataset.lost = '';
  }
}

async function refresh() {
  clearTimeout(timer);
  askAgain = true;
  if (isAsking) return;
  isAsking = true;
  while (askAgain) {
    askAgain = false;
    await ask();
  }
  isAsking = false;
  if (!document.hidden) timer = setTimeout(refresh, 1000);
}

async function send(form, button) {
  notice.textContent = 'Working…';
  try {
    const body = new URLSearchParams(new FormData(form, button));
    const answer = await fetch(form.getAttribute('action'), { method: 'POST', body, redirect: 'manual' });
    const isDone = answer.type === 'opaqueredirect';
    notice.textContent = isDone ? form.dataset.done : (await answer.json()).message;
    const asked = form.closest('.confirm');
    if (isDone && asked) {
      asked.open = false;
      asked.querySelector('summary').focus();
    }
  } catch {
    notice.textContent = 'The sandbox does not answer.';
  }
  await refresh();
}

document.addEventListener('submit', (event) => {
  event.preventDefault();
  void send(event.target, event.submitter);
});
document.addEventListener('visibilitychange', () => {
  if (document.hidden) clearTimeout(timer);
  else void refresh();
});
void refresh();
`;
