/** All that the check is made of, so that one bundle of this file has each module once. */
export { explore, type Finding } from './explore.js';
export { hour, minute, defaultRules, type Budget, type Rules, type World } from './world.js';
