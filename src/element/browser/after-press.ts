/** A press that seems to last longer has ended elsewhere: a pointer that is released in another window leaves `:active`. */
const longestPressMs = 2_000;
const pollMs = 50;

/**
 * Runs `act`, which may move the page's content, when no pointer is down: if a button moves between press and release, the
 * browser drops the click. `:active` is checked in a later task, because Firefox sets it after moving the focus.
 */
export const runAfterPress = (page: Document, act: () => void, wait = 0, waited = 0): void =>
  void setTimeout(() => {
    if (waited < longestPressMs && page.querySelector(':active'))
      runAfterPress(page, act, pollMs, waited + pollMs);
    else act();
  }, wait);
