/**
 * Takes the secret key out of a text, also where its letters are written with escapes, as JSON (`\\u0073k_…`), a URL
 * (`%73k_…`) and HTML (`&#115;k_…`) may have them, and where it stands in Basic credentials.
 */
export function createKeyRedactor(secretKey: string, credentials: string): (text: string) => string {
  const patterns = [secretKey, credentials, credentials.replace(/=+$/, ''), btoa(secretKey)].map(
    buildEscapedPattern,
  );
  const pattern = new RegExp(patterns.join('|'), 'gi');
  return (text) => text.replace(pattern, '…');
}

/**
 * A pattern for a text in which each letter may be escaped. Before the first one, backslashes are counted from their
 * beginning only: counted from each of them, a text of backslashes would take a time that grows with its square.
 */
const buildEscapedPattern = (text: string) =>
  [...text]
    .map((letter, index) => {
      const code = letter.charCodeAt(0);
      const hex = code.toString(16);
      return `(?:${escapeRegExp(letter)}|\\\\u00${hex}|\\\\x${hex}|%(?:25)?${hex}|&#${code};|&#x0*${hex};|${index === 0 ? '(?<!\\\\)' : ''}\\\\+${escapeRegExp(letter)})`;
    })
    .join('');

const escapeRegExp = (letter: string) => letter.replace(/[^A-Za-z0-9]/, '\\$&');
