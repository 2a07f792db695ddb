/** A theme of themes.css: what it says of the card around the form, of the form, and what else it has. */
interface Preset {
  readonly card: string;
  readonly tokens: Readonly<Record<string, string>>;
  readonly extra: readonly string[];
}

/** Reads a theme from the style sheets of the page, so that it is written down once. */
export function readPreset(name: string): Preset {
  const scope = `[data-theme="${name}"]`;
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter(isStyleRule);
  const own = rules.filter(({ selectorText }) => selectorText.startsWith(scope));
  const [card, form] = [scope, `${scope} pay-checkout`].map((selector) =>
    own.find(({ selectorText }) => selectorText === selector),
  );
  return {
    card: card?.style.cssText ?? '',
    tokens: Object.fromEntries(
      [...(form?.style ?? [])].map((name) => [name, form?.style.getPropertyValue(name).trim() ?? '']),
    ),
    extra: own
      .filter((rule) => rule !== card && rule !== form)
      .map(
        ({ selectorText, style }) => `${selectorText.slice(scope.length + 1)} {\n${indent(style.cssText)}\n}`,
      ),
  };
}

const isStyleRule = (rule: CSSRule): rule is CSSStyleRule => rule instanceof CSSStyleRule;

/** Declarations, each in a line of its own. */
export const indent = (declarations: string): string =>
  declarations
    .split(/;\s*/)
    .filter(Boolean)
    .map((declaration) => `  ${declaration};`)
    .join('\n');
