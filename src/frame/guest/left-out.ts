/** In place of what an element in a page has outside itself, and one in a frame asks its page for. The build puts it there. */
const none = (): never => {
  throw new Error('There is none in a frame.');
};

export {
  none as fetchIntent,
  none as fetchStatus,
  none as loadChallenges,
  none as loadFrames,
  none as memory,
};
