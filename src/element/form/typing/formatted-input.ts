import { isRefused, placeCaret, reformat, type Format, type Snapshot } from './edit.js';
import { EditHistory } from './edit-history.js';

/** An input whose text is kept formatted. */
export interface FormattedInput {
  /** Sets another text and clears the history. Fires no event. */
  set(text: string): void;
}

/**
 * Keeps the text of an input formatted while the payer types, pastes, drops, undoes or autofills. The caret stays with its
 * digit, and no digit is ever cut. Not for free text, because every other character belongs to the format.
 *
 * @param onRefused Called when an edit has brought no digit but letters or signs. The text stays as it was.
 *
 * Listens in the capture phase, so that listeners of `input` on the input itself find the formatted text.
 */
export function keepFormatted(
  input: HTMLInputElement,
  format: Format,
  onRefused?: () => void,
): FormattedInput {
  const history = new EditHistory();
  let shown = '';
  let before: Snapshot | undefined;

  const snapshot = (): Snapshot => {
    const { value, selectionStart, selectionEnd } = input;
    return { value, start: selectionStart ?? value.length, end: selectionEnd ?? value.length };
  };

  const isFocused = () => (input.getRootNode() as Partial<DocumentOrShadowRoot>).activeElement === input;

  const show = ({ value, start, end }: Snapshot) => {
    shown = value;
    if (input.value !== value) input.value = value;
    // Setting the selection costs a layout, so it is set only when it differs.
    if (input.selectionStart === start && input.selectionEnd === end) return;
    // Safari moves the focus to an input whose selection is set.
    if (isFocused()) input.setSelectionRange(start, end);
  };

  const reformatInput = (event: Event) => {
    if (input.value === shown) return;
    const inputType = (event as Partial<InputEvent>).inputType ?? '';
    const previous = before ?? placeCaret(shown, 0);
    before = undefined;
    const now = snapshot();
    if (isRefused(previous, now)) {
      show(previous);
      onRefused?.();
      return;
    }
    const next = reformat(previous, now, format, inputType.endsWith('Forward'));
    if (next.value !== previous.value) history.record(previous, inputType, next.end);
    show(next);
  };

  const undoOrRedo = (event: Event, direction: 'undo' | 'redo') => {
    event.preventDefault();
    if (input.readOnly) return;
    const restored = history[direction](snapshot());
    if (!restored) return;
    show(restored);
    const inputType = direction === 'undo' ? 'historyUndo' : 'historyRedo';
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType }));
  };

  const listen = <K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ) => input.addEventListener(type, listener, { capture: true });

  listen('beforeinput', (event) => {
    if (event.inputType === 'historyUndo') undoOrRedo(event, 'undo');
    else if (event.inputType === 'historyRedo') undoOrRedo(event, 'redo');
    // A composition or a drag fires several `beforeinput`: keep the snapshot before the first of them.
    else if (!before || input.value === shown) before = snapshot();
  });
  listen('input', (event) => {
    const { isComposing, inputType } = event as InputEvent;
    // Setting a text now would end the composition, or lose the text that is about to be dropped.
    if (!isComposing && inputType !== 'deleteByDrag') reformatInput(event);
  });
  listen('compositionend', reformatInput);
  listen('dragend', reformatInput);
  listen('change', reformatInput);
  listen('keydown', (event) => {
    if (event.isComposing || event.altKey || !(event.ctrlKey || event.metaKey)) return;
    // An Arabic keyboard has other letters, so fall back to the key's position.
    const letter = (/^[a-z]$/i.test(event.key) ? event.key : event.code.slice(-1)).toLowerCase();
    if (letter === 'z') undoOrRedo(event, event.shiftKey ? 'redo' : 'undo');
    else if (letter === 'y' && event.ctrlKey) undoOrRedo(event, 'redo');
  });

  const set = (text: string) => {
    history.clear();
    before = undefined;
    show(placeCaret(format(text, '', false), 0));
  };

  const { value, end } = snapshot();
  if (value) {
    // The value was typed before the script ran. Do not rewrite a focused input: an IME may be composing, and would insert
    // its text again.
    history.record(placeCaret('', 0), 'insertText', end);
    if (!isFocused()) show(placeCaret(format(value, '', false), 0));
  }

  return { set };
}
