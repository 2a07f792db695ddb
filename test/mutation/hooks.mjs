import { register } from 'node:module';

/** While mutating, the tests import Mocha in place of `node:test`. */
const tests = new URL('node-test.mjs', import.meta.url).href;
const hook = `
  export const resolve = (specifier, context, next) =>
    specifier === 'node:test' && context.parentURL !== '${tests}'
      ? { url: '${tests}', shortCircuit: true }
      : next(specifier, context);
`;
register(`data:text/javascript,${encodeURIComponent(hook)}`);
