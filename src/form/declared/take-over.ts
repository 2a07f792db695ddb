import { version } from '../../version.js';

/**
 * Takes over the form that the page's HTML has declared, elements and all. Answers undefined where another release drew
 * it, or where the script is there before the whole of it: its elements may not be the ones that are drawn here.
 */
export function takeOver(declared: Element | null): Element | undefined {
  if (declared?.getAttribute('data-of') !== version || !declared.lastElementChild?.matches('.late')) return;
  // Its styles and notices were for the time without a script.
  for (const child of [...declared.children]) if (!child.matches('.root')) child.remove();
  return declared;
}

/** Carries what was typed, the focus and the caret into a form that was drawn anew. */
export function carry(declared: Element, form: Element): void {
  const { activeElement } = declared.getRootNode() as ShadowRoot;
  // Not the property, which Firefox leaves empty for the security code.
  const kind = (input: Element) => input.getAttribute('autocomplete');
  const inputs = [...form.querySelectorAll('input')];
  for (const old of declared.querySelectorAll('input')) {
    const input = inputs.find((input) => kind(input) === kind(old));
    if (!input) continue;
    input.value = old.value;
    if (old !== activeElement) continue;
    input.focus();
    input.setSelectionRange(old.selectionStart, old.selectionEnd);
  }
  declared.remove();
}
