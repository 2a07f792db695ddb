/** What a page fetches once it wants its card form in a frame. */
export { CardFrame, type FrameHost } from './card-frame.js';
