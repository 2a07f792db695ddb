import { JSDOM } from 'jsdom';

const { window } = new JSDOM('<main></main>', { url: 'http://127.0.0.1/' });

/** Makes the names of a page global, as the environment of a test runner does. Import it first. */
const replaced = ['Event', 'EventTarget', 'CustomEvent', 'navigator'];
for (let at = window; at !== Object.prototype; at = Object.getPrototypeOf(at))
  for (const name of Object.getOwnPropertyNames(at)) {
    if (name in globalThis && !replaced.includes(name)) continue;
    const value = window[name];
    const isMethod = typeof value === 'function' && /^[a-z]/.test(name);
    Object.defineProperty(globalThis, name, {
      value: isMethod ? value.bind(window) : value,
      configurable: true,
      writable: true,
    });
  }
