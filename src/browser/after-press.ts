/**
 * Does what may move the page, as soon as nothing on it is being pressed: a browser clicks nothing where the button has
 * moved away from under the pointer between press and release. It asks after the event that is being handled, because
 * Firefox moves the focus first and marks what is pressed then.
 */
export const runAfterPress = (act: () => void, wait = 0): void =>
  void setTimeout(() => {
    if (document.querySelector(':active')) runAfterPress(act, 50);
    else act();
  }, wait);
