/** Of the messages between a page and its frame: both ends are of the same one, or do not talk. */
export const protocolVersion = 1;
