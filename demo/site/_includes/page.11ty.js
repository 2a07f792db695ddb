const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** One page: the menu of all documents, the document, and the parts of it. */
export function render({ title, content, menu, page }) {
  const here = page.url.replace(/^\//, '').replace(/(^|\/)$/, '$1index.html');
  const top = '../'.repeat(here.split('/').length - 1);
  const headings = [...content.matchAll(/<h2 id="([^"]+)"[^>]*>([^]*?) <a class="anchor"/g)];
  const hasExample = content.includes('class="example"');
  const link = ({ url, name }) =>
    `<li><a href="${top}${url}"${url === here ? ' aria-current="page"' : ''}>${escape(name)}</a></li>`;
  const parts = menu.map(
    ({ part, pages }) =>
      `<details${pages.some(({ url }) => url === here) || here === 'index.html' ? ' open' : ''}><summary>${part}</summary><ul>${pages.map(link).join('')}</ul></details>`,
  );
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}${here === 'index.html' ? '' : ' – pay-checkout'}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${top}assets/site.css">
<script type="module" src="${top}assets/site.js"></script>
${hasExample ? `<script defer src="${top}assets/examples.js"></script>\n<script defer src="${top}pay/pay-checkout.js"></script>\n<script defer src="${top}pay/pay-result.js"></script>` : ''}
</head>
<body>
<a class="skip" href="#document">Skip to the document</a>
<header>
<a class="home" href="${top}index.html">pay-checkout</a>
<search>
<label class="unseen" for="search">Search</label>
<input id="search" type="search" placeholder="Search" autocomplete="off" data-top="${top}">
<ul id="found" hidden></ul>
<p id="count" role="status"></p>
</search>
</header>
<div class="columns">
<nav aria-label="Documents"><details class="menu" open><summary>Documents</summary>${parts.join('')}</details></nav>
<main id="document" data-pagefind-body>${content}</main>
${
  headings.length > 2
    ? `<nav class="parts" aria-label="On this page"><p>On this page</p><ul>${headings.map(([, id, text]) => `<li><a href="#${id}">${text}</a></li>`).join('')}</ul></nav>`
    : ''
}
</div>
</body>
</html>
`;
}
