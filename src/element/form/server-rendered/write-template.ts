import { nothing } from 'lit/html.js';

/** As much of a Lit template result as a server needs. */
interface Template {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
}

/** A binding in a tag, up to where its value begins: `?hidden=`, `class="grid `. The build's minifier quotes all of them. */
const openBinding = /\s([@.?]?)([\w-]+)=("[^"]*)?$/;

/**
 * Writes a Lit template as HTML, for a server, which has no DOM for Lit to render into. Leaves out listeners and
 * properties, except the `textContent` of an element. Directives are not supported.
 */
export function writeTemplate({ strings, values }: Template): string {
  let html = strings[0] ?? '';
  for (const [at, value] of values.entries()) {
    let next = strings[at + 1] ?? '';
    const [binding = '', kind = '', name = '', quoted] =
      (html.lastIndexOf('<') > html.lastIndexOf('>') && openBinding.exec(html)) || [];
    if (!binding) html += writeChild(value);
    else if (kind === '' && value !== nothing) html += quoted ? escapeHtml(value) : `"${escapeHtml(value)}"`;
    else {
      html = html.slice(0, -binding.length);
      if (kind === '?' && value) html += ` ${name}=""`;
      if (quoted) next = next.replace('"', '');
      if (kind === '.' && name === 'textContent') next = next.replace('>', () => `>${escapeHtml(value)}`);
    }
    html += next;
  }
  return html;
}

function writeChild(value: unknown): string {
  if (value === nothing || value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map(writeChild).join('');
  return typeof value === 'object' ? writeTemplate(value as Template) : escapeHtml(value);
}

const characters: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

const escapeHtml = (value: unknown): string =>
  String(value).replace(/[&<>"]/g, (character) => characters[character] ?? character);
