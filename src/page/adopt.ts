const sheets = new Map<string, CSSStyleSheet>();

/** Gives a shadow root its styles, once. A constructed sheet is allowed by every content security policy. */
export function adopt(root: ShadowRoot, styles: string): void {
  let sheet = sheets.get(styles);
  if (!sheet) {
    sheet = new CSSStyleSheet();
    sheet.replaceSync(styles);
    sheets.set(styles, sheet);
  }
  const { adoptedStyleSheets: adopted } = root;
  if (!adopted.includes(sheet)) adopted.push(sheet);
}
