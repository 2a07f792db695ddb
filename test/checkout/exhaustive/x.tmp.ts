import { explore } from './explore.js';
import { setUps } from './set-ups.js';
const left = JSON.parse(
  process.argv[3] ??
    '{ "submit": 3, "fault": 1, "resend": 1, "reload": 1, "open": 1, "end": 1, "word": 1, "bank": 1 }',
);
const d = Number(process.argv[2] ?? 9);
for (const s of setUps) {
  if (process.argv[4] && !s.name.includes(process.argv[4])) continue;
  const t = Date.now();
  const r = explore(s, { left, depth: d });
  console.log(s.name, r.states, r.depth, Date.now() - t, JSON.stringify(r.finding, null, 1));
}
