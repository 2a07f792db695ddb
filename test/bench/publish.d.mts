export function publish(name: string, head: readonly string[], rows: readonly (readonly string[])[]): void;
