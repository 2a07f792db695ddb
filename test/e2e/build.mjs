import { buildWhenNeeded } from '../../demo/build.mjs';

/** Builds the demo once, before several files start it at the same time. */
export default buildWhenNeeded;
