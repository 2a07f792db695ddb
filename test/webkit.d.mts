import type { WebKitPaths } from './browser.mjs';

/** WebKitGTK's browser on a screen of its own. */
export class WebKit {
  /** @param guard The port of the guard, which is asked for all that is on other machines. */
  static open(paths: WebKitPaths | undefined, guard: string | undefined): Promise<WebKit>;
  /** As Playwright's. */
  readonly keyboard: { press(keys: string): Promise<void>; type(text: string): Promise<void> };
  goto(url: string): Promise<void>;
  url(): Promise<string>;
  /** Runs an expression in the page. */
  ask(expression: string): Promise<unknown>;
  close(): Promise<void>;
}
