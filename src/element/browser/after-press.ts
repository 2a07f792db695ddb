/**
 * Runs `act`, which may move the page's content, when no pointer is down: if a button moves between press and release, the
 * browser drops the click. `:active` is checked in a later task, because Firefox sets it after moving the focus.
 */
export const runAfterPress = (page: Document, act: () => void, wait = 0): void =>
  void setTimeout(() => {
    if (page.querySelector(':active')) runAfterPress(page, act, 50);
    else act();
  }, wait);
