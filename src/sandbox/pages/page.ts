import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { createHash } from 'node:crypto';

/** The colours of every page of the sandbox. */
export const colors = `
:root { color-scheme: light dark; --ink: light-dark(#16202e, #e9eef5); --soft: light-dark(#5a6778, #9fb0c3);
  --paper: light-dark(#fff, #17202c); --ground: light-dark(#eef2f7, #0d131b); --line: light-dark(#d8e0ea, #2c394a);
  --accent: light-dark(#0b5cad, #6fb3ff); --on-accent: light-dark(#fff, #08131f);
  --danger: light-dark(#b42318, #ff8a80); }
`;

/** The look of the pages that a payer sees. */
const pageCss = `${colors}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: start center; padding: 1.5rem 1rem;
  background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
main { width: 100%; max-width: 26rem; background: var(--paper); border: 1px solid var(--line);
  border-radius: 1rem; padding: 1.5rem; overflow-wrap: anywhere; }
header { display: flex; justify-content: space-between; align-items: center; gap: 1rem;
  padding-bottom: 1rem; border-bottom: 1px solid var(--line); font-weight: 600; }
header img { max-height: 2.5rem; max-width: 50%; }
header small { color: var(--soft); font-weight: 400; }
h1 { font-size: 1.25rem; line-height: 1.3; margin: 1.25rem 0 .5rem; }
p { margin: 0 0 1rem; color: var(--soft); }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt { color: var(--soft); }
dd { margin: 0; text-align: end; font-variant-numeric: tabular-nums; }
.amount { font-size: 1.75rem; font-weight: 700; color: var(--ink); font-variant-numeric: tabular-nums; }
form { display: grid; gap: .5rem; }
button, .button { display: block; width: 100%; min-height: 2.75rem; padding: .5rem 1rem; text-align: start;
  font: inherit; font-weight: 600; color: inherit; text-decoration: none; cursor: pointer;
  background: transparent; border: 1px solid var(--line); border-radius: .6rem; }
a.button { margin-top: .5rem; text-align: center; }
[role='alert'] { padding-inline-start: .75rem; border-inline-start: 3px solid var(--danger); color: inherit; }
button small { display: block; font-weight: 400; color: var(--soft); }
button:first-child, .button.main { background: var(--accent); border-color: var(--accent); color: var(--on-accent); }
button:first-child small { color: inherit; }
button:hover, .button:hover { border-color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
footer { margin-top: 1.25rem; font-size: .875rem; color: var(--soft); }
`;

/** A style, with the hash by which a Content-Security-Policy allows it. */
interface PageStyle {
  readonly hash: string;
  readonly element: ReturnType<typeof raw>;
}

// The style is made outside the page's template: a space that a formatter adds would change its hash.
export const hashStyle = (css: string): PageStyle => ({
  hash: createHash('sha256').update(css).digest('base64'),
  element: raw(`<style>${css}</style>`),
});

const plain = hashStyle(pageCss);

interface Options {
  readonly status?: ContentfulStatusCode;
  /** More directives. */
  readonly allow?: string;
  readonly look?: PageStyle;
  readonly referrer?: 'no-referrer' | 'same-origin';
  /** Who may show the page in a frame: a list of sources as in `frame-ancestors`. */
  readonly framedBy?: string;
}

/**
 * A whole page. Everything put into `content` by `html` is escaped. Nothing is allowed that the page does not need;
 * `allow` adds to that.
 */
export async function page(
  c: Context,
  title: string,
  content: ReturnType<typeof html>,
  { status = 200, allow = '', look = plain, referrer = 'no-referrer', framedBy = "'none'" }: Options = {},
): Promise<Response> {
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'sha256-${look.hash}'; base-uri 'none'; frame-ancestors ${framedBy}; ${allow}`,
  );
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Referrer-Policy', referrer);
  c.header('Cache-Control', 'no-store');
  return c.html(
    await html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          ${look.element}
        </head>
        <body>
          <main>${content}</main>
        </body>
      </html>`,
    status,
  );
}
