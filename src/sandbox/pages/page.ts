import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { css } from './style.js';

/** A style, with the hash by which a Content-Security-Policy allows it. */
export interface Look {
  readonly hash: string;
  readonly element: ReturnType<typeof raw>;
}

// Made outside the page: a formatter's blank in it would be another hash.
export const lookOf = (css: string): Look => ({
  hash: createHash('sha256').update(css).digest('base64'),
  element: raw(`<style>${css}</style>`),
});

const plain = lookOf(css);

interface Options {
  readonly status?: ContentfulStatusCode;
  /** More directives. */
  readonly allow?: string;
  readonly look?: Look;
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
