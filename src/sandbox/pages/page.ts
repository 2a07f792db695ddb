import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { css } from './style.js';

const styleHash = createHash('sha256').update(css).digest('base64');

// Made outside the page: a formatter's blank in it would be another hash.
const style = raw(`<style>${css}</style>`);

/**
 * A whole page. Everything put into `content` by `html` is escaped. Nothing is allowed that the page does not need;
 * `allow` adds to that.
 */
export async function page(
  c: Context,
  title: string,
  content: ReturnType<typeof html>,
  { status = 200, allow = '' }: { status?: ContentfulStatusCode; allow?: string } = {},
): Promise<Response> {
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; frame-ancestors 'none'; ${allow}`,
  );
  c.header('X-Content-Type-Options', 'nosniff');
  c.header('Referrer-Policy', 'no-referrer');
  c.header('Cache-Control', 'no-store');
  return c.html(
    await html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <title>${title}</title>
          ${style}
        </head>
        <body>
          <main>${content}</main>
        </body>
      </html>`,
    status,
  );
}
