import { colors } from '../pages/page.js';

/** The look of the dashboard: a column on a phone, the controls beside the timeline on a wide screen. */
export const dashboardCss = `${colors}
:root { --good: light-dark(#17693a, #6fd39a); --good-ground: light-dark(#e1f4e8, #12331f);
  --bad-ground: light-dark(#fde7e5, #3d1a18); --open: light-dark(#805300, #f0c063);
  --open-ground: light-dark(#fdf1d8, #35290f); --plain-ground: light-dark(#e8edf3, #243040); }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--ground); color: var(--ink); font: .9375rem/1.45 system-ui, sans-serif; }
main { display: grid; gap: 1rem; padding: 1rem; max-width: 90rem; margin: 0 auto; overflow-wrap: anywhere;
  grid-template-columns: minmax(0, 1fr); }
a { color: var(--accent); }
h1 { font-size: 1.25rem; margin: 0; }
h2 { font-size: 1rem; margin: 0; }
h3 { font-size: .8125rem; font-weight: 600; color: var(--soft); margin: .25rem 0 0; }
p { margin: 0; color: var(--soft); }
code, pre { font: .8125rem/1.5 ui-monospace, monospace; }
header { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; }
.panels { display: grid; gap: .75rem; align-content: start; grid-template-columns: repeat(auto-fit, minmax(min(17rem, 100%), 1fr)); }
section { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: .75rem 1rem; }
.panels section { display: grid; gap: .5rem; align-content: start; }
dl { margin: 0; display: grid; gap: .25rem; }
dl div { display: flex; justify-content: space-between; align-items: baseline; gap: .75rem; }
dt { color: var(--soft); }
dd { margin: 0; text-align: end; }
dd code { user-select: all; }
.now { font-size: 1.25rem; font-weight: 600; color: var(--ink); font-variant-numeric: tabular-nums; }
.now small { font-size: .8125rem; font-weight: 400; color: var(--soft); }
.row { display: flex; flex-wrap: wrap; gap: .4rem; align-items: end; }
.row > * { flex: 1 1 auto; min-width: 0; }
.row label { flex: 1 1 8rem; }
.fields { display: grid; gap: .6rem; }
label { display: grid; gap: .15rem; color: var(--soft); font-size: .8125rem; }
.row label { grid-template-columns: auto minmax(3rem, 1fr); align-items: center; gap: .5rem; }
button, input, select, .confirm > summary { min-height: 2.25rem; width: 100%; padding: .2rem .6rem; font: inherit; font-size: .9375rem;
  color: var(--ink); background: var(--paper); border: 1px solid light-dark(#76859a, #6c7f97); border-radius: .5rem; }
button, .confirm > summary { padding-inline: .3rem; white-space: nowrap; font-size: .875rem; font-weight: 600; text-align: center; cursor: pointer; width: auto; }
button:hover, .confirm > summary:hover { border-color: var(--accent); color: var(--accent); }
.danger { color: var(--danger); border-color: var(--danger); margin-top: .6rem; }
.confirm > summary { list-style: none; display: grid; place-items: center; }
.confirm > summary::-webkit-details-marker { display: none; }
.confirm p { margin-top: .6rem; }
#queued, .namespaces { margin: 0; padding: 0; list-style: none; }
.namespaces { display: flex; flex-wrap: wrap; gap: .1rem .75rem; max-height: 8rem; overflow-y: auto; }
#queued li { font: .8125rem/1.7 ui-monospace, monospace; }
#queued:not(:empty):has(li) + .none { display: none; }
.none { font-size: .8125rem; }
.timeline { padding: 1rem 0 .5rem; min-width: 0; }
.heading { display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; padding: 0 1rem; }
.heading h2 { margin-inline-end: auto; }
#state { font-size: .8125rem; }
#state:not([data-lost]):not(:has(noscript))::before { content: '● '; color: var(--good); }
#state[data-lost] { color: var(--danger); }
#notice { color: var(--ink); }
nav { display: flex; flex-wrap: wrap; gap: .25rem; padding: .6rem .75rem; border-bottom: 1px solid var(--line); }
nav a { padding: .25rem .6rem; border-radius: 1rem; color: inherit; text-decoration: none; }
nav a:hover { background: var(--plain-ground); }
nav a[aria-current='page'] { background: var(--accent); color: var(--on-accent); }
.step { display: block; padding: .75rem 1rem; }
#empty { padding: 1rem; display: grid; gap: .5rem; }
#entries { margin: 0; padding: 0; list-style: none; }
#entries > li { border-bottom: 1px solid var(--line); }
#entries summary { display: grid; gap: .1rem .75rem; padding: .5rem 1rem; cursor: pointer; align-items: baseline; list-style: none;
  grid-template-columns: auto auto minmax(0, 1fr); grid-template-areas: 'kind status amount' 'what what what' 'time time id'; }
#entries summary::-webkit-details-marker { display: none; }
#entries summary:hover, #entries [open] > summary { background: color-mix(in srgb, var(--ground) 60%, var(--paper)); }
#entries summary:focus-visible { outline-offset: -3px; }
time { grid-area: time; color: var(--soft); font-size: .8125rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
.kind { grid-area: kind; font-size: .8125rem; font-weight: 600; }
.what { grid-area: what; }
.about { color: var(--soft); }
.about:not(:empty)::before { content: '· '; }
.amount { grid-area: amount; font-weight: 600; text-align: end; font-variant-numeric: tabular-nums; }
summary code { grid-area: id; color: var(--soft); white-space: nowrap; text-align: end; }
.status { grid-area: status; justify-self: start; padding: 0 .5rem; border-radius: 1rem; font-size: .8125rem; font-weight: 600; white-space: nowrap;
  background: var(--plain-ground); }
[data-tone='good'] .status { color: var(--good); background: var(--good-ground); }
[data-tone='bad'] .status { color: var(--danger); background: var(--bad-ground); }
[data-tone='open'] .status { color: var(--open); background: var(--open-ground); }
.actions button { padding-inline: .8rem; }
.actions { display: flex; gap: 1rem; align-items: center; padding: .5rem 1rem 0; }
.actions:not(:has(> :not([hidden]))) { display: none; }
pre { margin: 0; white-space: pre-wrap; }
#entries pre { padding: .5rem 1rem 1rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
@media (prefers-reduced-motion: no-preference) { .new { animation: new 2s; } }
@keyframes new { from { background: var(--open-ground); } }
@media (forced-colors: active) { nav a[aria-current='page'] { forced-color-adjust: none; color: HighlightText; background: Highlight; } }
@media (min-width: 62rem) {
  .skip:not(:focus) { position: absolute; inset-inline-start: -100vw; }
  main { grid-template-columns: 20rem minmax(0, 1fr); }
  header { grid-column: 1 / -1; }
  .panels { grid-template-columns: minmax(0, 1fr); position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; }
  #entries summary { grid-template-columns: 7.5rem 4rem 6rem minmax(0, 1fr) 7.5rem 4.5rem;
    grid-template-areas: 'time kind status what amount id'; }
}
`;
