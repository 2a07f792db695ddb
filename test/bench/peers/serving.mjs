import { createServer } from 'node:http';
import { extname } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const types = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };

/** No inline code, no style but from files, and no string that becomes markup or code. */
const policy = ({ service = '', styles = '', frames = "'none'" }) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' ${styles}`.trim(),
    `frame-src ${frames}`,
    `connect-src 'self' ${service}`.trim(),
    "form-action 'self'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types pay-checkout lit-html',
  ].join('; ');

/** A page that nothing can be said against but its form. Code that is inline otherwise is a file where a policy is. */
const documentOf = (name, { title, head = '', body, start = '' }, strict) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
${strict ? '' : '<link rel="icon" href="data:,">'}
${head}
</head>
<body><main><h1>Checkout</h1>
${body}
${start && (strict ? `<script src="/start/${name}.js"></script>` : `<script>${start}</script>`)}
</main></body>
</html>
`;

/**
 * Serves each page at `/open/<name>.html`, and at `/strict/<name>.html` under a strict policy; compressed once, before
 * anybody asks. Answers the server's origin, what an address would be with brotli, and how to close it.
 */
export async function serve(pages, files) {
  const answers = new Map();
  const add = (path, content, headers = {}) => {
    const body = gzipSync(content, { level: 9 });
    answers.set(path, {
      body,
      brotli: brotliCompressSync(content).length,
      headers: {
        'content-type': `${types[extname(path)]}; charset=utf-8`,
        'content-encoding': 'gzip',
        'content-length': body.length,
        'cache-control': 'no-store',
        vary: 'accept-encoding',
        'x-content-type-options': 'nosniff',
        ...headers,
      },
    });
  };
  for (const [path, content] of Object.entries(files)) add(path, content);
  for (const [name, page] of Object.entries(pages)) {
    add(`/open/${name}.html`, documentOf(name, page, false));
    add(`/strict/${name}.html`, documentOf(name, page, true), {
      'content-security-policy': policy(page),
    });
    if (page.start) add(`/start/${name}.js`, page.start);
  }
  const server = createServer({ keepAliveTimeout: 60_000 }, ({ url }, response) => {
    const answer = answers.get(url);
    if (answer) response.writeHead(200, answer.headers).end(answer.body);
    else response.writeHead(404, { 'content-length': 0 }).end();
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    brotli: (path) => answers.get(path)?.brotli ?? 0,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
