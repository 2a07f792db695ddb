import type { TimelineEntry } from './entry.js';

/** What the dashboard's page asks for again and again. */
export interface Update {
  readonly now: string;
  readonly faults: readonly string[];
  readonly version: string;
  /** Missing as long as nothing has changed. */
  readonly entries?: readonly TimelineEntry[];
  /** The address of the entries before these; empty when there are none. */
  readonly older?: string;
}

/**
 * Keeps the dashboard live: asks once a second, while somebody looks, and changes only what has changed, so that what
 * is open, focused or scrolled to stays so. Text is only ever set as text. Sends the forms without leaving the page.
 *
 * The function is served as its own text, so nothing outside of it may be used but what every page has.
 */
function keepUpToDate(): void {
  const byId = (id: string) => document.getElementById(id) as HTMLElement;
  const [list, notice, state] = [byId('entries'), byId('notice'), byId('state')];
  let version = list.dataset['version'] ?? '';
  let timer: ReturnType<typeof setTimeout> | undefined;
  let [isAsking, askAgain] = [false, false];

  function setText(element: Element, text: string): void {
    if (element.textContent !== text) element.textContent = text;
  }

  function fill(item: HTMLElement, entry: TimelineEntry): void {
    for (const slot of item.querySelectorAll<HTMLElement>('[data-text]'))
      setText(slot, entry[slot.dataset['text'] as keyof TimelineEntry]);
    Object.assign(item.dataset, { key: entry.key, kind: entry.kind, tone: entry.tone });
    (item.querySelector('time') as HTMLTimeElement).dateTime = entry.at;
    const addresses = [
      ['a', 'href', entry.link],
      ['form', 'action', entry.resend],
    ] as const;
    for (const [part, attribute, address] of addresses) {
      const element = item.querySelector(part) as HTMLElement;
      element.hidden = address === '';
      element.setAttribute(attribute, address);
    }
  }

  function create(): HTMLElement {
    const template = byId('entry') as HTMLTemplateElement;
    const item = (template.content.firstElementChild as HTMLElement).cloneNode(true) as HTMLElement;
    item.classList.add('new');
    return item;
  }

  const isOpen = (item: HTMLElement) => (item.querySelector('details') as HTMLDetailsElement).open;

  /** An entry that fell out of a full page stays while it is open. */
  function showEntries(entries: readonly TimelineEntry[], isFull: boolean): void {
    const items = [...list.children] as HTMLElement[];
    const known = new Map(items.map((item) => [item.dataset['key'], item]));
    const keys = new Set(entries.map(({ key }) => key));
    for (const item of items)
      if (!keys.has(item.dataset['key'] ?? '') && !(isFull && isOpen(item))) item.remove();
    let place = list.firstElementChild as HTMLElement | null;
    for (const entry of entries) {
      const item = known.get(entry.key) ?? create();
      fill(item, entry);
      if (item !== place) list.insertBefore(item, place);
      else
        do place = place.nextElementSibling as HTMLElement | null;
        while (place && !keys.has(place.dataset['key'] ?? ''));
    }
    byId('empty').hidden = entries.length > 0;
  }

  function showUpdate(update: Update): void {
    setText(byId('now'), update.now);
    const queued = byId('queued');
    const shown = [...queued.children].map((item) => item.textContent);
    if (shown.join('\n') !== update.faults.join('\n'))
      queued.replaceChildren(
        ...update.faults.map((text) => Object.assign(document.createElement('li'), { textContent: text })),
      );
    if (update.entries) {
      const older = update.older ?? '';
      showEntries(update.entries, older !== '');
      byId('older').hidden = older === '';
      byId('older').setAttribute('href', older);
    }
    version = update.version;
  }

  async function ask(): Promise<void> {
    const address = new URL(`dashboard/timeline${location.search}`, location.href);
    address.searchParams.set('version', version);
    try {
      const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) });
      if (!answer.ok) throw new Error(String(answer.status));
      showUpdate((await answer.json()) as Update);
      setText(state, 'Live');
      delete state.dataset['lost'];
    } catch {
      setText(state, 'The sandbox does not answer. Trying again…');
      state.dataset['lost'] = '';
    }
  }

  async function refresh(): Promise<void> {
    clearTimeout(timer);
    askAgain = true;
    if (isAsking) return;
    isAsking = true;
    while (askAgain) {
      askAgain = false;
      await ask();
    }
    isAsking = false;
    if (!document.hidden) timer = setTimeout(() => void refresh(), 1000);
  }

  async function send(form: HTMLFormElement, button: HTMLElement | null): Promise<void> {
    notice.textContent = 'Working…';
    try {
      const fields = [...new FormData(form, button)].map(([name, value]) => [name, String(value)]);
      const answer = await fetch(form.getAttribute('action') as string, {
        method: 'POST',
        body: new URLSearchParams(fields),
        redirect: 'manual',
      });
      const isDone = answer.type === 'opaqueredirect';
      notice.textContent = isDone
        ? (form.dataset['done'] ?? '')
        : ((await answer.json()) as { message: string }).message;
      const confirmation = form.closest<HTMLDetailsElement>('.confirm');
      if (isDone && confirmation) {
        confirmation.open = false;
        confirmation.querySelector('summary')?.focus();
      }
    } catch {
      notice.textContent = 'The sandbox does not answer.';
    }
    await refresh();
  }

  document.addEventListener('submit', (event) => {
    event.preventDefault();
    void send(event.target as HTMLFormElement, event.submitter);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) clearTimeout(timer);
    else void refresh();
  });
  void refresh();
}

/** The script of the page. Some compilers wrap functions in a call of `__name`, which a page does not have. */
export const script = `'use strict';\nconst __name = (value) => value;\n(${keepUpToDate})();\n`;
