/** All that the check is made of, so that one bundle of this file has each module once. */
export { transition } from '../../../../src/element/checkout/transition.js';
export { explore, type Finding } from './explore.js';
export { findClaims } from './find-claims.js';
export { setUps } from './set-ups.js';
export { byCard, byStc, defaultRules, nothing } from './world.js';
