/** The scripts of the package that are no modules to import, but files to serve. */
export const servedScripts = [
  'pay-checkout.js',
  'pay-result.js',
  'pay-framed.js',
  'pay-challenge.js',
  'pay-lit.js',
  'pay-methods.js',
  'pay-frame.js',
];
