export const median = (list) => [...list].sort((a, b) => a - b)[Math.floor(list.length / 2)];

const whole = (value, unit) => `${Math.round(value)} ${unit}`;
const kilobytes = (bytes) => `${(bytes / 1000).toFixed(1)} kB`;
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(2)} MB`;
const signed = (ms) => `${ms < 0 ? '−' : '+'}${Math.abs(ms).toFixed(1)} ms`;
const times = (ratio) => `${ratio.toFixed(2)} ×`;

export const head = [
  'page',
  'usable after',
  'can pay after',
  'bytes, gzip',
  'bytes, brotli',
  'scripts',
  'blocked',
  'longest task',
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
    whole(page.usable, 'ms'),
    whole(page.payable, 'ms'),
    kilobytes(page.bytes),
    kilobytes(page.brotli),
    page.scripts,
    whole(page.blocked, 'ms'),
    whole(page.longest, 'ms'),
    page.key === undefined ? '–' : `${page.key.toFixed(1)} ms`,
    page.key === undefined ? '–' : signed(page.key - results.bare.key),
    megabytes(page.heap),
    page.findings?.length ?? '–',
    page.refusals ? `${page.refusals.violations.length}${page.refusals.shown ? '' : ', no form'}` : '–',
    page.outside,
  ]);

/** What this package sets out to be, each beside what it was: `is` at most `aim`. */
export function aimsOf({
  ours,
  'ours-declared': declared,
  'ours-frame-declared': framed,
  moyasar,
  'card-js': cardJs,
  bare,
}) {
  const ms = (value) => whole(value, 'ms');
  const aims = [
    ['form in the HTML: usable, of moyasar-payment-form', declared.usable / moyasar.usable, 0.37, times],
    ['form in the HTML: usable, of card-js', declared.usable / cardJs.usable, 0.55, times],
    ['form in the HTML: usable, of a bare Lit form', declared.usable / bare.usable, 0.8, times],
    ['form in the HTML: can pay, of one script', declared.payable / ours.payable, 1, times],
    ['one script: usable, of moyasar-payment-form', ours.usable / moyasar.usable, 0.7, times],
    ['one script: usable, of card-js', ours.usable / cardJs.usable, 0.9, times],
    ['a frame in the HTML: usable, of one script', framed.usable / ours.usable, 1.2, times],
    ['bytes, gzip, of moyasar-payment-form', ours.bytes / moyasar.bytes, 0.37, times],
    ['key to frame, beside a bare Lit form', ours.key - bare.key, 4, signed],
    ['heap in use, with the page', ours.heap, 1.2e6, megabytes],
    ['blocked by long tasks', ours.blocked, 80, ms],
    ['longest task', ours.longest, 80, ms],
    ['scripts before it can be paid with', ours.scripts, 1, String],
    ['axe findings', ours.findings.length + declared.findings.length + framed.findings.length, 0, String],
    [
      'refused by the policy',
      [ours, declared, framed].reduce((sum, { refusals }) => sum + refusals.violations.length, 0),
      0,
      String,
    ],
    ['requests elsewhere', ours.outside, 0, String],
  ];
  return aims.map(([what, is, aim, format]) => [what, format(is), format(aim), is <= aim ? 'yes' : '**no**']);
}
