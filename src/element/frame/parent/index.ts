/** What a page fetches for its side of a form in a frame. */
export { RemoteCardForm, type FramePorts } from './remote-card-form.js';
