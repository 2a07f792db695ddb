import { nothing } from 'lit/html.js';

/** As much of a Lit template result as a server needs. */
interface Template {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

/** A binding in a tag, up to where its value begins: `?hidden=`, `class="grid `. The build's minifier quotes all of them. */
const openBinding = /\s([@.?]?)([\w-]+)=("[^"]*)?$/;

/**
 * Writes a Lit template as HTML, for a server: it has no elements, and none of Lit's code that makes them. Listeners and
 * properties are left out, but for the text of an element. Directives are not known here.
 */
export function writeTemplate({ strings, values }: Template): string {
  let html = strings[0] ?? '';
  for (const [at, value] of values.entries()) {
    let next = strings[at + 1] ?? '';
    const [binding = '', kind = '', name = '', quoted] =
      (html.lastIndexOf('<') > html.lastIndexOf('>') && openBinding.exec(html)) || [];
    if (!binding) html += writeChild(value);
    else if (kind === '' && value !== nothing) html += quoted ? escape(value) : `"${escape(value)}"`;
    else {
      html = html.slice(0, -binding.length);
      if (kind === '?' && value) html += ` ${name}=""`;
      if (quoted) next = next.replace('"', '');
      if (kind === '.' && name === 'textContent') next = next.replace('>', () => `>${escape(value)}`);
    }
    html += next;
  }
  return html;
}

function writeChild(value: unknown): string {
  if (value === nothing || value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(writeChild).join('');
  return typeof value === 'object' ? writeTemplate(value as Template) : escape(value);
}

const characters: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escape = (value: unknown): string => String(value).replace(/[&<>"]/g, (it) => characters[it] ?? it);
