/** What a page fetches for its side of a form in a frame. */
export { FormInFrame, type FramePorts } from './form-in-frame.js';
