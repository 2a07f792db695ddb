/** The entry of the script file. The other script file fetches it too, for what it has of frames. */
import './index.js';

export * from '../frame/outside/index.js';
