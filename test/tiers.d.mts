type Kind = 'node' | 'component' | 'page';

export const isQuick: boolean;
export const engines: readonly string[];
export const quickPages: string[];
export const everywhere: string[];
export const needsWholeBrowser: string[];
export const wholeBrowser: string[];
export const elsewhere: string[];
export function kindOf(file: string): Kind;
export function filesOf(kind: Kind): string[];
export function engineOf(file: string): string | undefined;
