import { register } from 'node:module';
import { describe, it, beforeEach, afterEach } from 'node:test';
import { runInNewContext } from 'node:vm';

/**
 * Lets the tests of pure rooms run in Node, where a thousand runs take minutes: their `expect` is chai's, as in the
 * browser, and their `describe` and `it` are Node's.
 */
Object.assign(globalThis, { describe, it, beforeEach, afterEach });

/** A page as far as such a test needs one: an `iframe` is another window, with a `JSON` of its own. */
globalThis.document = {
  createElement: () => ({ contentWindow: { JSON: runInNewContext('JSON') }, remove() {} }),
  body: { appendChild: (element) => element },
};

const hook = `
  export const resolve = (specifier, context, next) =>
    next(specifier === '@open-wc/testing' ? '@esm-bundle/chai/esm/chai.js' : specifier, context);
`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
