/** A document's text without its code blocks. */
export const withoutCode = (text: string) => text.replaceAll(/^\s*(`{3,})[^]*?^\s*\1$/gm, '');

/** What a text links to, or shows as a picture; what stands in code is an example. */
export const linksIn = (text: string) =>
  [...text.replaceAll(/`[^`\n]+`/g, '').matchAll(/\]\(([^)\s]+)\)|(?:src|srcset|href)="([^"]+)"/g)].map(
    ([, markdown, html]) => markdown ?? html ?? '',
  );

export const isAbroad = (link: string) => /^https?:/.test(link);
