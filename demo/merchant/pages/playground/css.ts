import { indent, readPreset } from './presets.js';
import type { Settings } from './settings.js';
import { isSound, tokens } from './tokens.js';

/**
 * The look of what is on the screen, to copy: `.checkout-card` is the merchant's own box around the form. It is also
 * what the page itself wears, so the text cannot say anything else.
 */
export function cssOf({ preset, scheme, tokens: values }: Settings): string {
  const { card, extra } = readPreset(preset);
  const around = [
    card.replace(scheme ? /color-scheme:[^;]*;?/ : '', ''),
    scheme && `color-scheme: ${scheme}`,
  ];
  const own = tokens.flatMap((token) => {
    const value = values[token.name];
    return value && isSound(token, value) ? [`${token.name}: ${value}`] : [];
  });
  const rule = (selector: string, declarations: readonly string[]) => {
    const text = indent(declarations.filter(Boolean).join('; '));
    return text && `${selector} {\n${text}\n}`;
  };
  return [rule('.checkout-card', around), rule('pay-checkout', own), ...extra].filter(Boolean).join('\n');
}

const sheet = new CSSStyleSheet();
document.adoptedStyleSheets.push(sheet);

/** Made by script, which a policy without inline styles allows. */
export const wear = (css: string): void => sheet.replaceSync(css);
