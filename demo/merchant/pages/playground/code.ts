import { byId } from '../dom.js';
import { attributesOf, type Service } from './attributes.js';
import { bindCopy } from './copy.js';
import { cssOf, wear } from './css.js';
import { currentSettings, withSettings } from './settings.js';
import { kinds, snippet } from './snippet.js';

/** Shows what is on the screen as code, always as it is now. */
export function showCode(service: Service): void {
  const choice = byId('code-kinds') as HTMLFieldSetElement;
  const update = () => {
    const settings = currentSettings();
    const chosen = choice.querySelector<HTMLInputElement>(':checked')?.value;
    const kind = kinds.find((kind) => kind === chosen);
    byId('code').textContent = kind
      ? snippet(kind, attributesOf(settings, service), settings)
      : cssOf(settings) || '/* The form’s own look. Choose a theme, or set a token. */';
  };
  choice.addEventListener('change', update);
  bindCopy(byId('copy-code'), () => byId('code').textContent ?? '');
  bindCopy(byId('copy-css'), () => cssOf(currentSettings()));
  withSettings((settings) => {
    wear(cssOf(settings));
    update();
  });
}
