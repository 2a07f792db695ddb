const modifiers = /^(Shift|Control|Alt|AltGraph|Meta|CapsLock|Fn)$/;

/** What pages take everywhere but in inputs: a guard against copying, a pasted picture, a menu. */
const typed = [
  'beforeinput',
  'copy',
  'cut',
  'paste',
  'dragover',
  'drop',
  'contextmenu',
  'selectstart',
] as const;

/**
 * Keeps what the payer does in the fields of a shadow root from the page, which would see the element as the target, and no
 * input: many pages and libraries take single keys as shortcuts outside inputs, and more. A press reaches the page, which
 * may close a menu by it, and the field gets its focus all the same.
 */
export function keepInside(root: ShadowRoot): void {
  /** The codes of the keys that are down and were typed into a field. */
  const typedKeys = new Set<string>();
  /** Not what the page has put into a slot. */
  const isOwn = (target: EventTarget | null) => (target as Node).getRootNode() === root;
  const isField = (target: EventTarget | null): target is HTMLInputElement =>
    (target as Partial<HTMLInputElement>).type === 'text' && isOwn(target);

  const onKey = (event: KeyboardEvent) => {
    const { type, key, code, target, altKey, ctrlKey, metaKey } = event;
    const isTyped = !/^(Escape|Tab|Enter|F\d+)$/.test(key) && !modifiers.test(key);
    // Some keyboards write characters with AltGr, which Windows reports as Control and Alt.
    const isCombination = (altKey || ctrlKey || metaKey) && !event.getModifierState('AltGraph');
    if (type === 'keydown' && isTyped && !isCombination && isField(target)) typedKeys.add(code);
    else if (type === 'keydown') typedKeys.delete(code);
    if (typedKeys.has(code)) event.stopPropagation();
    // The page gets the end of each key whose beginning it got.
    if (type === 'keyup') typedKeys.delete(code);
    // A held Enter key would submit again as soon as an attempt has failed.
    else if (key === 'Enter' && event.repeat && isOwn(target)) event.preventDefault();
  };
  for (const type of ['keydown', 'keypress', 'keyup'] as const) root.addEventListener(type, onKey as never);

  for (const type of typed)
    root.addEventListener(type, (event) => {
      if (isField(event.target)) event.stopPropagation();
    });
  // A page that takes the press has kept the focus away.
  root.addEventListener('click', ({ target }) => {
    if (isField(target) && target !== root.activeElement) target.focus();
  });
}
