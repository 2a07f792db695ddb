import type { Page } from '@playwright/test';
import { readFileSync } from 'node:fs';

const guide = readFileSync(new URL('../../demo/docs/guides/csp.md', import.meta.url), 'utf8');

/** The header as the documents have it: what is tested is what merchants copy. */
export const [, documentedPolicy = ''] = /```http\nContent-Security-Policy: (.+)\n```/.exec(guide) ?? [];

/** What a page writes into its console, and its errors. */
export function listenToConsole(page: Page): string[] {
  const logged: string[] = [];
  page.on('console', (message) => logged.push(message.text()));
  page.on('pageerror', (error) => logged.push(error.message));
  return logged;
}

/** All that a browser reports against a page: what a policy forbids, errors, dialogs, and anything in the console. */
export async function listenToReports(page: Page): Promise<string[]> {
  const reports: string[] = [];
  // Firefox asks for the site's icon by itself, and says that the policy has no images.
  const report = (text: string) => void (text.includes('/favicon.ico') || reports.push(text));
  await page.exposeFunction('report', report);
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sample }) =>
      (window as unknown as { report(text: string): void }).report(
        `violation: ${violatedDirective} ${blockedURI} ${sample}`,
      ),
    );
  });
  page.on('console', (message) => report(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => report(`error: ${error.message}`));
  page.on('dialog', (dialog) => {
    report(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return reports;
}
