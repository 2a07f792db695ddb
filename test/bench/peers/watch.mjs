/**
 * Runs in each document before any of its own code. Sets two promises of milliseconds from the start of the navigation
 * to the end of a frame: `usable`, of the first in which the card number can be typed into, and `payable`, of the first
 * in which the button can be pressed too. Hands both to `reportTimes`, where there is one, so that nobody has to ask a
 * page that is still busy. Collects the long tasks and what the page's policy has refused.
 */
export function watch({ number, pay }) {
  const longTasks = [];
  const observer = new PerformanceObserver((list) => longTasks.push(...list.getEntries()));
  observer.observe({ type: 'longtask', buffered: true });
  globalThis.blockedUntil = (end) => {
    longTasks.push(...observer.takeRecords());
    const durations = longTasks.filter(({ startTime }) => startTime < end).map(({ duration }) => duration);
    return {
      blocked: durations.reduce((sum, duration) => sum + duration - 50, 0),
      longest: Math.max(0, ...durations),
    };
  };

  globalThis.violations = [];
  addEventListener('securitypolicyviolation', (event) => {
    globalThis.violations.push(`${event.effectiveDirective} ${event.blockedURI} ${event.sample}`);
  });

  const roots = [document];
  const afterFrame = new MessageChannel();
  const wanted = [];
  let waiting = false;
  const soon = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => afterFrame.port2.postMessage(0));
  };
  const changes = new MutationObserver(soon);
  const follow = (root) => changes.observe(root, { childList: true, attributes: true, subtree: true });
  const attach = Element.prototype.attachShadow;
  const found = (selector) => roots.map((root) => root.querySelector(selector)).find(Boolean);
  const canBeUsed = (part) =>
    part.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    !part.matches(':disabled, input:read-only, [aria-disabled="true"]') &&
    part.getBoundingClientRect().height > 0;

  /** A root that the HTML has declared, before its element has a class. */
  const findDeclared = () => {
    for (const { shadowRoot } of document.querySelectorAll(':not(:defined)')) {
      if (!shadowRoot || roots.includes(shadowRoot)) continue;
      roots.push(shadowRoot);
      follow(shadowRoot);
    }
  };

  // Layout is done by now, so asking for the boxes costs nothing.
  afterFrame.port1.onmessage = () => {
    waiting = false;
    findDeclared();
    while (wanted.length > 0) {
      const [{ selectors, resolve }] = wanted;
      const parts = selectors.map(found);
      if (!parts.every(Boolean)) return;
      // A style sheet that arrives changes nothing in the tree.
      if (!parts.every(canBeUsed)) return soon();
      resolve(performance.now());
      wanted.shift();
    }
    changes.disconnect();
    Element.prototype.attachShadow = attach;
  };

  Element.prototype.attachShadow = function (init) {
    const root = attach.call(this, init);
    if (!roots.includes(root)) {
      roots.push(root);
      follow(root);
    }
    return root;
  };
  const when = (...selectors) => new Promise((resolve) => wanted.push({ selectors, resolve }));
  globalThis.usable = when(number);
  // Where the script makes the form, it can be paid with as soon as it is there.
  globalThis.payable = pay ? when(number, pay) : globalThis.usable;
  Promise.all([globalThis.usable, globalThis.payable]).then((times) => {
    const [usable, payable] = times.map((time) => performance.timeOrigin + time);
    globalThis.reportTimes?.(JSON.stringify({ usable, payable }));
  });
  follow(document);
  soon();
}
