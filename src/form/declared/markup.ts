import type { Attributes, Child, Drawn } from '../draw.js';

/** What is drawn, as HTML: for a server, which has no elements. Listeners are left out. */
export function markup(child: Child): string {
  if (child === undefined) return '';
  if (typeof child === 'string') return escaped(child);
  return 'name' in child ? element(child) : child.map(markup).join('');
}

function element({ name, attributes, children }: Drawn): string {
  const start = `<${name}${written(attributes)}>`;
  if (name === 'input') return start;
  // The text of a style sheet is no markup.
  return `${start}${name === 'style' ? children.join('') : markup(children)}</${name}>`;
}

const written = (attributes: Attributes): string =>
  Object.entries(attributes)
    .map(([key, value]) => {
      if (value === undefined || value === false || typeof value === 'function') return '';
      return ` ${key}="${value === true ? '' : escaped(value)}"`;
    })
    .join('');

const characters: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escaped = (text: string): string => text.replace(/[&<>"]/g, (it) => characters[it] ?? it);
