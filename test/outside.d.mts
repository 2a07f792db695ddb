/** Starts a proxy that lets nothing through. Answers its port. */
export function startGuard(): Promise<number>;
/** Throws when a page has asked something of another machine. */
export default function expectNothingLeft(): void;
