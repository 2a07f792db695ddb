import type { LaunchOptions } from '@playwright/test';

/** What keeps a Chromium quiet and, as root, lets it start. */
export const flags: string[];

/** Where WebKitGTK's small browser is, its driver, and the screen that it needs. */
export interface WebKitPaths {
  readonly browser: string;
  readonly driver: string;
  readonly screen: string;
}

/** The path of the browser that payers have, where there is one. */
export function findWhole(): string | undefined;
/** The path of a Chromium: the whole one, where there is one. */
export function findChromium(): Promise<string>;
/** The path of a Chromium: the one without windows, where there is one. */
export function findShell(): Promise<string>;
/** The path of a Firefox, where there is one. */
export function findFirefox(): string | undefined;
export function findWebKit(): WebKitPaths | undefined;

/**
 * @param guard The port of the guard, which is asked for all that is on other machines.
 * @param path By default `findChromium()`.
 */
export function launchChromium(
  guard: string | number,
  path?: string | Promise<string>,
): Promise<LaunchOptions>;
export function launchFirefox(guard: string | number): LaunchOptions;
