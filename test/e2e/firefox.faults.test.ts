import { Lane } from './faults/lane.js';
import { playAll, type Run } from './faults/play.js';
import { inPage } from './modes.js';
import { test } from './worker.js';

/** The faults in which the browser's own network has a part. The others are the same script in each engine. */
const runs = (
  [
    ['drop-before', 1],
    ['drop-after', 2],
    ['delay', 2],
    ['truncated', 1],
  ] as const
).map(([fault, clicks]): Run => ({
  fault,
  clicks,
  mode: inPage,
  by: 'card',
  source: 'with',
  route: 'fulfil',
}));

let lanes: readonly Lane[];
test.beforeAll(async () => {
  lanes = await Promise.all(runs.map(() => Lane.open()));
});
test.afterAll(async () => {
  await Promise.all(lanes.map((lane) => lane.close()));
});

test(
  'a connection that dies, an answer that is cut off and one that is late are read as in Chromium',
  { tag: '@engine' },
  async ({ browser }) => {
    test.setTimeout(120_000);
    await playAll(browser, lanes, runs);
  },
);
