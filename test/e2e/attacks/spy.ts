/** What an attacker's script has got hold of, on its own window. */
export interface Loot {
  /** One line for each thing that was read. */
  readonly loot: string[];
  /** What was typed, letter by letter. */
  letters: string;
  /** The page's ends of the channels that were made since. */
  readonly ports: MessagePort[];
  /** What came out of those channels. */
  readonly received: Record<string, unknown>[];
  /** The events that the element fired, with what they carry. */
  readonly events: { readonly type: string; readonly detail: unknown }[];
  /** Errors that nobody caught. */
  readonly failures: string[];
  /** Set by markup and addresses that run as scripts. */
  ran?: boolean;
  /** While true, nothing is recorded: for who looks at what was. */
  isPaused: boolean;
}

/** Runs before everything else in a page, and records all that a script can be told of. It changes nothing. */
export function spy(): void {
  const { stringify } = JSON;
  const here: Loot = {
    loot: [],
    letters: '',
    ports: [],
    received: [],
    events: [],
    failures: [],
    isPaused: false,
  };
  Object.assign(window, here);
  const own = window as unknown as Loot;
  const show = (value: unknown): string => {
    try {
      return typeof value === 'string' ? `"${value}"` : (stringify(value) ?? String(value));
    } catch {
      return String(value);
    }
  };
  let busy = false;
  const write = (...what: unknown[]) => {
    if (busy || own.isPaused) return;
    busy = true;
    own.loot.push(what.map(show).join(' '));
    busy = false;
  };

  const listen = EventTarget.prototype.addEventListener;
  const eventTypes =
    'keydown keypress keyup beforeinput input change paste copy cut compositionstart compositionupdate compositionend textInput pointerdown pointerup pointermove click mousedown focus focusin blur focusout select selectionchange selectstart drop dragstart submit';
  for (const type of eventTypes.split(' ')) {
    for (const target of [window, document]) {
      listen.call(
        target,
        type,
        (event) => {
          const {
            key,
            data,
            target: at,
            clipboardData,
          } = event as KeyboardEvent & InputEvent & ClipboardEvent;
          if (type === 'keydown' && target === window && key?.length === 1) own.letters += key;
          const { value, outerHTML } = (event.composedPath()[0] ?? at) as HTMLInputElement;
          write(type, key, data, value, outerHTML, clipboardData?.getData('text'), String(getSelection()));
        },
        { capture: true, passive: true },
      );
    }
  }
  for (const type of ['attempt', 'change', 'redirect', 'outcome', 'error', 'invalid', 'ready']) {
    listen.call(window, `pay-${type}`, (event) => {
      const { detail } = event as CustomEvent<Record<string, unknown>>;
      own.events.push({ type, detail });
      const error = detail?.['error'] as Error | undefined;
      write(type, detail, error && [error.message, error.stack, error.cause]);
    });
  }
  listen.call(window, 'error', (event) => own.failures.push((event as ErrorEvent).message));
  listen.call(window, 'unhandledrejection', (event) =>
    own.failures.push(String((event as PromiseRejectionEvent).reason)),
  );

  /** In the place of a method, one that writes down what it is given. */
  const tap = (object: object, name: string, seen: (self: unknown, given: unknown[]) => void) => {
    const methods = object as Record<string, (...given: unknown[]) => unknown>;
    const real = methods[name];
    if (!real) return;
    methods[name] = function (this: unknown, ...given: unknown[]) {
      seen(this, given);
      return real.apply(this, given);
    };
  };
  const both = (name: string) => (_self: unknown, given: unknown[]) => write(name, given);
  tap(MessagePort.prototype, 'postMessage', both('port.postMessage'));
  tap(window, 'postMessage', both('window.postMessage'));
  tap(JSON, 'parse', both('JSON.parse'));
  tap(JSON, 'stringify', both('JSON.stringify'));
  tap(window, 'fetch', both('fetch'));
  tap(XMLHttpRequest.prototype, 'send', both('xhr.send'));
  tap(Storage.prototype, 'setItem', both('setItem'));
  tap(Storage.prototype, 'getItem', both('getItem'));
  tap(String.prototype, 'replace', (self, given) => write('replace', self, given));
  tap(RegExp.prototype, 'exec', (self, given) => write('exec', String(self), given));
  tap(RegExp.prototype, 'test', (self, given) => write('test', String(self), given));
  tap(Array.prototype, 'push', (self, given) => self !== own.loot && write('push', given));
  tap(Map.prototype, 'set', both('map.set'));
  tap(Element.prototype, 'setAttribute', both('setAttribute'));
  tap(EventTarget.prototype, 'dispatchEvent', (_self, [event]) => write('dispatchEvent', event));
  tap(EventTarget.prototype, 'addEventListener', (_self, [type]) => write('addEventListener', type));
  const { then } = Promise.prototype;
  Promise.prototype.then = function (this: Promise<unknown>, yes, no) {
    return then.call(
      this,
      yes &&
        ((value: unknown) => {
          write('then', value);
          return yes(value) as never;
        }),
      no,
    ) as never;
  };

  const Channel = MessageChannel;
  Object.assign(window, {
    MessageChannel: function (this: unknown) {
      const channel = new Channel();
      own.ports.push(channel.port1);
      listen.call(channel.port1, 'message', (event) => {
        const { data } = event as MessageEvent<Record<string, unknown>>;
        own.received.push(data);
        write('received', data);
      });
      return channel;
    },
  });
}

/** All that a script can read in its window at one moment. */
export function readAll(): string {
  const own = window as unknown as Partial<Loot>;
  own.isPaused = true;
  const lines = [...(own.loot ?? []), own.letters ?? ''];
  const look = (what: () => unknown) => {
    try {
      const value = what();
      lines.push(typeof value === 'string' ? value : JSON.stringify(value));
    } catch (error) {
      lines.push(String(error));
    }
  };
  const roots: (Document | ShadowRoot)[] = [document];
  for (const root of roots) {
    look(() => (root instanceof Document ? root.documentElement.outerHTML : root.innerHTML));
    look(() => [root.activeElement?.outerHTML, String((root as Document).getSelection?.())]);
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) roots.push(element.shadowRoot);
      if (element instanceof HTMLInputElement) look(() => element.value);
      if (!(element instanceof HTMLIFrameElement)) continue;
      look(() => element.contentDocument?.documentElement.outerHTML);
      for (const name of ['document', 'location', 'name', 'history', 'getSelection', 'event', 'localStorage'])
        look(() => (element.contentWindow as unknown as Record<string, unknown>)[name]);
    }
  }
  for (let index = 0; index < window.length; index++) {
    look(() => window[index]?.document.body.innerHTML);
    look(() => Object.keys(window[index] as object));
  }
  look(() => performance.getEntries());
  look(() => [{ ...localStorage }, { ...sessionStorage }, document.cookie, history.state, location.href]);
  look(() => [window.name, own.events]);
  own.isPaused = false;
  return lines.join('\n');
}
