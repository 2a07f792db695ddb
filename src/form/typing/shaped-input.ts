import { at, settle, type Format, type Snapshot } from './edit.js';
import { History } from './history.js';

/** An input whose text is kept in its format. */
export interface ShapedInput {
  /** Shows another text and forgets the history. Fires nothing. */
  set(text: string): void;
}

/**
 * Keeps the text of an input in shape while the payer types, pastes, drops, undoes or autofills it. The caret stays
 * with its digit, and no digit is ever cut. Not for free text: every other character belongs to the format.
 *
 * Listens in the capture phase, so that whoever listens to `input` on the input itself finds the text in shape.
 */
export function shapeInput(input: HTMLInputElement, format: Format): ShapedInput {
  const history = new History();
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

  const shape = (event: Event) => {
    if (input.value === shown) return;
    const inputType = (event as Partial<InputEvent>).inputType ?? '';
    const previous = before ?? at(shown, 0);
    before = undefined;
    const next = settle(previous, snapshot(), format, inputType.endsWith('Forward'));
    if (next.value !== previous.value) history.record(previous, inputType, next.end);
    show(next);
  };

  const travel = (event: Event, direction: 'undo' | 'redo') => {
    event.preventDefault();
    if (input.readOnly) return;
    const text = history[direction](snapshot());
    if (!text) return;
    show(text);
    const inputType = direction === 'undo' ? 'historyUndo' : 'historyRedo';
    input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, inputType }));
  };

  const listen = <K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (event: HTMLElementEventMap[K]) => void,
  ) => input.addEventListener(type, listener, { capture: true });

  listen('beforeinput', (event) => {
    if (event.inputType === 'historyUndo') travel(event, 'undo');
    else if (event.inputType === 'historyRedo') travel(event, 'redo');
    // Halfway through a composition or a drag, the text before the edit is the one before its first half.
    else if (!before || input.value === shown) before = snapshot();
  });
  listen('input', (event) => {
    const { isComposing, inputType } = event as InputEvent;
    // A text set now would end the composition, or lose what is about to be dropped.
    if (!isComposing && inputType !== 'deleteByDrag') shape(event);
  });
  listen('compositionend', shape);
  listen('dragend', shape);
  listen('change', shape);
  listen('keydown', (event) => {
    if (event.isComposing || event.altKey || !(event.ctrlKey || event.metaKey)) return;
    // On an Arabic keyboard the key has another letter, so the key is found by its place.
    const letter = (/^[a-z]$/i.test(event.key) ? event.key : event.code.slice(-1)).toLowerCase();
    if (letter === 'z') travel(event, event.shiftKey ? 'redo' : 'undo');
    else if (letter === 'y' && event.ctrlKey) travel(event, 'redo');
  });

  const set = (text: string) => {
    history.clear();
    before = undefined;
    show(at(format(text, '', false), 0));
  };

  const { value, end } = snapshot();
  if (value) {
    // Typed before the script was there. A keyboard may be composing in it, and would write what it had once more.
    history.record(at('', 0), 'insertText', end);
    if (!isFocused()) show(at(format(value, '', false), 0));
  }

  return { set };
}
