/** The version of the messages between a page and its frame. A frame refuses a page of another version. */
export const protocolVersion = 6;
