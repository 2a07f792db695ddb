import { register } from 'node:module';
import { describe, it, beforeEach, afterEach } from 'node:test';

/**
 * Lets the tests of pure rooms run in Node, where a thousand runs take minutes: their `expect` is chai's, as in the
 * browser, and their `describe` and `it` are Node's.
 */
Object.assign(globalThis, { describe, it, beforeEach, afterEach });

const hook = `
  export const resolve = (specifier, context, next) =>
    next(specifier === '@open-wc/testing' ? '@esm-bundle/chai/esm/chai.js' : specifier, context);
`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
