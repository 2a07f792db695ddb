/** What cannot be tried in an engine, and why. */
export const cannot: {
  readonly firefox: Readonly<Record<'drag' | 'motion' | 'back' | 'bodies' | 'autofill' | 'frames', string>>;
  readonly webkit: Readonly<Record<'drag' | 'cmn' | 'pages', string>>;
};

/** The names of the files whose pages are tried in every engine that can. */
export const everywhere: readonly string[];
