/** A port for a program that is started later, which no other server is given meanwhile. */
export function freePort(): Promise<number>;
