const width = 900;
const names = 310;
const bar = 190;
const line = 26;
const top = 62;
const panels = [
  {
    title: 'Time until it can be paid',
    of: ({ payable }) => payable,
    format: (value) => `${Math.round(value)} ms`,
    x: names,
  },
  {
    title: 'Time to a usable form',
    of: ({ usable }) => usable,
    format: (value) => `${Math.round(value)} ms`,
    x: names + bar + 100,
  },
];

const escape = (text) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Bars for the two things that a payer notices, as an SVG that reads well on a light and on a dark page. */
export function draw(results, conditions) {
  const pages = Object.entries(results);
  const height = top + pages.length * line + 34;
  const scales = panels.map(({ of }) => bar / Math.max(...pages.map(([, page]) => of(page))));
  const rows = pages.map(([name, page], index) => {
    const y = top + index * line;
    const bars = panels.map(({ of, format, x }, panel) => {
      const length = Math.max(1, of(page) * scales[panel]).toFixed(1);
      const label = (x + Number(length) + 6).toFixed(1);
      return `<rect x="${x}" y="${y}" width="${length}" height="16" rx="2"/><text x="${label}" y="${y + 13}">${format(of(page))}</text>`;
    });
    const group = name.startsWith('ours') ? '<g class="ours">' : '<g>';
    return `${group}<text class="name" x="${names - 10}" y="${y + 13}">${escape(page.title)}</text>${bars.join('')}</g>`;
  });
  const words = pages.map(
    ([, page]) => `${page.title}: ${panels.map(({ of, format }) => format(of(page))).join(', ')}`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">
<title id="title">Time to a card form, and until it can be paid</title>
<desc id="description">${escape(`${conditions} ${words.join('; ')}.`)}</desc>
<style>
text { font: 13px system-ui, -apple-system, "Segoe UI", sans-serif; fill: #1f2933; }
.name { text-anchor: end; }
.head { font-weight: 600; }
.note { font-size: 12px; fill: #52606d; }
rect { fill: #9aa5b1; }
.ours rect { fill: #1769aa; }
.ours text { font-weight: 600; }
@media (prefers-color-scheme: dark) {
  text { fill: #e4e7eb; }
  .note { fill: #9aa5b1; }
  rect { fill: #616e7c; }
  .ours rect { fill: #47a3f3; }
}
</style>
${panels.map(({ title, x }) => `<text class="head" x="${x}" y="${top - 18}">${title}</text>`).join('')}
${rows.join('\n')}
<text class="note" x="10" y="${height - 10}">${escape(conditions)} Shorter is better.</text>
</svg>
`;
}
