import { mock } from 'node:test';
import fc from 'fast-check';
import mocha from 'mocha';

/** What the tests use of `node:test`, by Mocha: one warm process can then run the tests of one change after another. */
export const { describe, before, after, beforeEach, afterEach } = mocha;

export function it(title, ...rest) {
  const test = mocha.it(title, () => run(rest.at(-1)));
  // A change may leave a test waiting for ever. All that run here answer within a second or two.
  test.timeout(8_000);
}

async function run(body) {
  const cleanUps = [];
  try {
    await body({
      after: (cleanUp) => cleanUps.push(cleanUp),
      diagnostic() {},
      mock,
      test: (_title, part) => run(part),
    });
  } finally {
    mock.reset();
    for (const cleanUp of cleanUps) await cleanUp();
  }
}

// The same examples for each change, so that a score can be measured again.
fc.configureGlobal({ seed: 1 });
