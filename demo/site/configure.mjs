import { cpSync } from 'node:fs';
import { posix } from 'node:path';
import { slugOf } from './documents.mjs';

const escape = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');

/** What Eleventy makes of the documents: a page each, with the same anchors and links as on a code host. */
export function configure(config, documents) {
  config.addPassthroughCopy({ 'demo/site/assets': 'assets' });
  config.ignores.add('demo/site/assets');
  const copied = new Map();
  const pages = new Map(documents.map((it) => [it.path, it]));
  const titles = new Map(
    documents.map(({ path, text }) => [path, /^# (.+)$/m.exec(text)?.[1].replaceAll(/[`\\]/g, '') ?? path]),
  );
  const parts = [...new Set(documents.map(({ part }) => part))].filter(Boolean);
  const menu = parts.map((part) => ({
    part,
    pages: documents
      .filter((it) => it.part === part)
      .map(({ path, url, name = titles.get(path) }) => ({ url, name })),
  }));
  for (const { path, url, text } of documents)
    config.addTemplate(path.replace(/^\./, '_'), text, {
      layout: 'page.11ty.js',
      permalink: url,
      title: titles.get(path),
      source: path,
      menu,
      templateEngineOverride: 'md',
    });

  /** Where a link leads from the page of a document. A file that has no page is copied into the site. */
  const resolve = (from, link) => {
    if (/^(?:[a-z]+:|#)/.test(link)) return link;
    const [file, anchor] = link.split('#');
    const target = posix.join(posix.dirname(from), file);
    const here = posix.dirname(pages.get(from).url);
    const page = pages.get(target);
    if (!page && target.endsWith('.md')) throw new Error(`${from} links to ${target}, which is no page.`);
    if (!page) copied.set(target, `files/${target.replaceAll('/', '-')}`);
    const url = page?.url ?? copied.get(target);
    return `${posix.relative(here, url)}${anchor === undefined ? '' : `#${anchor}`}`;
  };
  config.on('eleventy.after', ({ directories }) => {
    for (const [from, to] of copied) cpSync(from, posix.join(directories.output, to));
  });

  config.amendLibrary('md', (md) => {
    md.set({ html: true, linkify: false });
    md.core.ruler.push('anchors', ({ tokens, env }) => {
      env.headings = [];
      const seen = new Map();
      for (const [index, token] of tokens.entries()) {
        for (const child of token.children ?? [])
          for (const name of ['href', 'src'])
            if (child.attrGet(name) !== null) child.attrSet(name, resolve(env.source, child.attrGet(name)));
        if (token.type !== 'heading_open') continue;
        const text = (tokens[index + 1].children ?? [])
          .filter(({ type }) => type === 'text' || type === 'code_inline')
          .map(({ content }) => content)
          .join('');
        const slug = slugOf(text);
        const count = seen.get(slug) ?? 0;
        seen.set(slug, count + 1);
        const id = count === 0 ? slug : `${slug}-${count}`;
        token.attrSet('id', id);
        if (token.tag === 'h2') env.headings.push({ id, text });
      }
    });
    const { rules } = md.renderer;
    rules.heading_close = (tokens, index) => {
      const id = tokens[index - 2].attrGet('id');
      const { tag } = tokens[index];
      return `${tag === 'h1' ? '' : ` <a class="anchor" href="#${id}" aria-label="Link to this part">#</a>`}</${tag}>\n`;
    };
    rules.table_open = () => '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n';
    rules.table_close = () => '</table></div>\n';
    // A first row without words, and a cell of it without any, are for the eye: no heading is announced.
    rules.th_open = (tokens, index, options, _env, self) => {
      if (tokens[index + 1].content === '') tokens[index].tag = 'td';
      return self.renderToken(tokens, index, options);
    };
    rules.th_close = (tokens, index, options, _env, self) => {
      if (tokens[index - 1].content === '') tokens[index].tag = 'td';
      return self.renderToken(tokens, index, options);
    };
    rules.fence = (tokens, index) => {
      const { content, info } = tokens[index];
      const [language] = info.split(' ');
      const code = `<div class="code"><pre tabindex="0"><code>${escape(content)}</code></pre></div>\n`;
      if (language === 'mermaid') return code;
      return info.includes('{.example}')
        ? `<div class="example"><div class="place">${content}</div>${code}</div>\n`
        : code;
    };
  });
}
