const input = document.getElementById('search');
const found = document.getElementById('found');
const count = document.getElementById('count');
const { top: path } = input.dataset;
let pagefind;

/** The index of all pages, which is loaded with the first character. */
const load = () => (pagefind ??= import(new URL(`${path}pagefind/pagefind.js`, location.href).href));

function entry({ url, meta, excerpt }) {
  const link = document.createElement('a');
  link.href = url;
  link.textContent = meta.title;
  const text = document.createElement('span');
  text.textContent = excerpt
    .replaceAll(/<\/?mark>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
  const item = document.createElement('li');
  item.append(link, text);
  return item;
}

let latest = 0;
input.addEventListener('input', async () => {
  const query = input.value.trim();
  const turn = ++latest;
  const results = query ? (await (await load()).search(query)).results : [];
  const pages = await Promise.all(results.slice(0, 8).map((it) => it.data()));
  if (turn !== latest) return;
  found.replaceChildren(...pages.map(entry));
  found.hidden = pages.length === 0;
  count.textContent = !query ? '' : pages.length === 0 ? 'No page found.' : `${results.length} pages found.`;
});
document.querySelector('search').addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return;
  found.hidden = true;
  count.textContent = '';
  input.focus();
});

// On a phone the menu is closed first.
if (matchMedia('(max-width: 60rem)').matches) document.querySelector('.menu').open = false;

for (const block of document.querySelectorAll('.code')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('pre').textContent);
    button.textContent = 'Copied';
  });
  block.append(button);
}
