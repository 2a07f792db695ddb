/** The entry of the script file. The other script file fetches it too, for what it has of frames. */
import './framed.js';

export * from '../frame/host/index.js';
