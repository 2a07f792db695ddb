/** What cannot be tried in an engine, and why. */
export const cannot: {
  readonly firefox: Readonly<
    Record<'drag' | 'motion' | 'back' | 'bodies' | 'autofill' | 'frames' | 'count', string>
  >;
  readonly webkit: Readonly<Record<'drag' | 'cmn' | 'pages', string>>;
};
