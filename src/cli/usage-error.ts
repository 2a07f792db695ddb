/** The command was written in a way that means nothing: the program says what is possible, and ends with code 2. */
export class UsageError extends Error {}
