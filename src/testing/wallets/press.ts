/** What may open a sheet. Browsers do not open one for a pointer that only goes down. */
const pressTypes = ['click', 'keydown', 'keyup', 'pointerup', 'mouseup', 'touchend'] as const;

/** Whether code runs in the task of a press. */
export interface PressWatch {
  /** Throws what browsers throw, if this is not the task of a press. */
  require(action: string): void;
  end(): void;
}

/**
 * Watches the presses of the page. In a browser only real presses count: a script's own `click()` opens no sheet. A page
 * without user activation, such as jsdom's, counts all.
 */
export function watchPresses(view: Window): PressWatch {
  let isInPress = false;
  const onPress = ({ isTrusted }: Event) => {
    if (!isTrusted && view.navigator.userActivation) return;
    isInPress = true;
    // A timer is the first task after this one.
    setTimeout(() => (isInPress = false));
  };
  for (const type of pressTypes) view.addEventListener(type, onPress, { capture: true });
  return {
    require(action) {
      const isActive = view.navigator.userActivation?.isActive ?? true;
      if (!isInPress || !isActive)
        throw new DOMException(`${action} needs the task of the payer's press.`, 'InvalidAccessError');
    },
    end() {
      for (const type of pressTypes) view.removeEventListener(type, onPress, { capture: true });
    },
  };
}

/** How a sheet has ended. `expired`: it had no answer for 30 s after the payer's authorisation. */
export type SheetEnd = 'success' | 'failure' | 'aborted' | 'canceled' | 'expired';

/** Milliseconds. */
export const sheetLimit = 30_000;

/** An amount as sheets take it. */
export const isAmountText = (text: unknown): boolean =>
  typeof text === 'string' && /^\d+(\.\d+)?$/.test(text);
export const isCountry = (text: unknown): boolean => typeof text === 'string' && /^[A-Z]{2}$/.test(text);
export const isCurrency = (text: unknown): boolean => typeof text === 'string' && /^[A-Z]{3}$/.test(text);

export function refuseUnless(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new TypeError(problem);
}

export const stateError = (problem: string) => new DOMException(problem, 'InvalidStateError');
