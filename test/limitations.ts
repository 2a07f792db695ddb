/** What cannot be tried in an engine, and why. The tests that it concerns are skipped there, and `npm run verify` says so. */
export const limitations = {
  firefox: {
    drag: 'dragging: its driver moves the mouse, but starts no drag',
    motion: 'reduced motion: its driver cannot ask for it',
    back: 'going back: its driver loses a page that comes back as it was; a test of its own asks the page itself',
    bodies:
      'what a page sends: its driver shows no bodies of requests, so what the shop has recorded is looked at with Chromium',
    frames: 'typing into a frame of another origin: its driver’s clicks and keys do not arrive there',
    autofill: 'autofill: only Chromium can be told to fill a saved card',
  },
  webkit: {
    windows: 'a window that a script opens: its driver allows none',
    drag: 'dragging: its driver moves the mouse, but starts no drag',
    pages:
      'pages: Playwright has no WebKit here, so payments, the testing kit and typing through the takeover are tried by its own driver',
  },
} as const;
