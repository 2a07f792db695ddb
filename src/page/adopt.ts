const sheets = new Map<string, CSSStyleSheet>();

/** Gives a shadow root its styles. A constructed sheet is allowed by every content security policy. */
export function adopt(root: ShadowRoot, styles: string): void {
  const { adoptedStyleSheets: adopted } = root as Partial<ShadowRoot>;
  // Safari before 16.4 has style elements only.
  if (!adopted) return root.append(Object.assign(document.createElement('style'), { textContent: styles }));
  let sheet = sheets.get(styles);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    sheets.set(styles, sheet);
  }
  if (!adopted.includes(sheet)) adopted.push(sheet);
}
