export const root: string;
export const documents: readonly string[];
export function readDocument(path: string): string;
export function published(name: string, generated: string): string;
export function report(name: string, title: string, text: string): void;
