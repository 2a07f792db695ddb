export const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

const whole = (value, unit) => `${Math.round(value)} ${unit}`;
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
const signed = (ms) => `${ms < 0 ? '−' : '+'}${Math.abs(ms).toFixed(1)} ms`;
const times = (ratio) => `${ratio.toFixed(2)} ×`;

export const head = [
  'page',
  'bytes',
  'scripts',
  'usable after',
  'blocked',
  'key to frame',
  'beside bare Lit',
  'heap',
  'axe findings',
  'refused by the policy',
  'requests elsewhere',
];

/** A line for each page: the medians of its visits, and what was counted once. */
export const rowsOf = (results) =>
  Object.values(results).map((page) => [
    page.title,
    kilobytes(page.bytes),
    page.scripts,
    whole(page.time, 'ms'),
    whole(page.blocked, 'ms'),
    page.key === undefined ? '–' : `${page.key.toFixed(1)} ms`,
    page.key === undefined ? '–' : signed(page.key - results.bare.key),
    megabytes(page.heap),
    page.findings?.length ?? '–',
    page.refusals ? `${page.refusals.violations.length}${page.refusals.shown ? '' : ', no form'}` : '–',
    page.outside,
  ]);

/** What this package sets out to be, each beside what it was: `is` at most `aim`. */
export function aimsOf({ ours, moyasar, 'card-js': cardJs, bare }) {
  const aims = [
    ['bytes, of moyasar-payment-form', ours.bytes / moyasar.bytes, 0.25, times],
    ['time, of moyasar-payment-form', ours.time / moyasar.time, 0.5, times],
    ['time, of card-js', ours.time / cardJs.time, 0.85, times],
    ['time, of a bare Lit form', ours.time / bare.time, 1.25, times],
    ['key to frame, beside a bare Lit form', ours.key - bare.key, 4, signed],
    ['heap in use, with the page', ours.heap, 1.1e6, megabytes],
    ['blocked by long tasks', ours.blocked, 50, (ms) => whole(ms, 'ms')],
    ['scripts before usable', ours.scripts, 1, String],
    ['axe findings', ours.findings.length, 0, String],
    ['refused by the policy', ours.refusals.violations.length, 0, String],
    ['requests elsewhere', ours.outside, 0, String],
  ];
  return aims.map(([what, is, aim, say]) => [what, say(is), say(aim), is <= aim ? 'yes' : '**no**']);
}
