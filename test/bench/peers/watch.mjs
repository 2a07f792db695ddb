/**
 * Runs in a page before any of its own code. Sets `usable`, a promise of the milliseconds from the start of the
 * navigation to the end of the first frame in which the card number can be typed into, and collects the long tasks and
 * what the page's policy has refused.
 */
export function watch(number) {
  const longTasks = [];
  const observer = new PerformanceObserver((list) => longTasks.push(...list.getEntries()));
  observer.observe({ type: 'longtask', buffered: true });
  globalThis.blockedUntil = (end) => {
    longTasks.push(...observer.takeRecords());
    return longTasks
      .filter(({ startTime }) => startTime < end)
      .reduce((sum, { duration }) => sum + duration - 50, 0);
  };

  globalThis.violations = [];
  addEventListener('securitypolicyviolation', (event) => {
    globalThis.violations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
  });

  globalThis.usable = new Promise((resolve) => {
    const roots = [document];
    let waiting = false;
    const afterFrame = new MessageChannel();
    const soon = () => {
      if (waiting) return;
      waiting = true;
      requestAnimationFrame(() => afterFrame.port2.postMessage(0));
    };
    const changes = new MutationObserver(soon);
    const follow = (root) => changes.observe(root, { childList: true, attributes: true, subtree: true });
    const attach = Element.prototype.attachShadow;

    // Layout is done by now, so asking for the input's box costs nothing.
    afterFrame.port1.onmessage = () => {
      waiting = false;
      const input = roots.map((root) => root.querySelector(number)).find(Boolean);
      if (!input) return;
      const seen = input.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (seen && !input.matches(':disabled, input:read-only') && input.getBoundingClientRect().height > 0) {
        changes.disconnect();
        Element.prototype.attachShadow = attach;
        resolve(performance.now());
      } else soon(); // A style sheet that arrives changes nothing in the tree.
    };

    Element.prototype.attachShadow = function (init) {
      const root = attach.call(this, init);
      roots.push(root);
      follow(root);
      return root;
    };
    follow(document);
    soon();
  });
}
