import type { LaunchOptions } from '@playwright/test';

/** What keeps a Chromium quiet and, as root, lets it start. */
export const flags: string[];

/** Where WebKitGTK's small browser is, its driver, and the screen that it needs. */
export interface WebKitPaths {
  readonly browser: string;
  readonly driver: string;
  readonly screen: string;
}

/** The path of a Chromium. */
export function findChromium(): Promise<string>;
/** The path of a Firefox, where there is one. */
export function findFirefox(): string | undefined;
export function findWebKit(): WebKitPaths | undefined;

/** @param guard The port of the guard, which is asked for all that is on other machines. */
export function launchChromium(guard: string | number): Promise<LaunchOptions>;
export function launchFirefox(guard: string | number): LaunchOptions;
