/** What keeps a Chromium quiet and, as root, lets it start. */
export const flags: string[];
/** The path of a Chromium. */
export function findChromium(): Promise<string>;
