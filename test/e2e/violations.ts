import type { Frame, Page } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

interface Finding {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** Looked into by the one around it, whatever its origin: what is judged is the page as a whole. */
const everywhere = "axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });";

/**
 * Puts axe into the page that is open, and into its frames, or into some of them. Evaluated, not added as a script: a
 * page may allow its own scripts only.
 */
export async function addAxe(page: Page, documents: readonly Frame[] = page.frames()): Promise<void> {
  for (const document of documents) await document.evaluate(axe + everywhere);
}

const rules = {
  all: { type: 'tag', values: tags },
  /** Where a page that has been judged wears other colours, and nothing else is new. */
  colours: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] },
} as const;

/**
 * The contrast of a page in English that was judged in its light look, in the dark one. axe takes letters that join, as
 * the Arabic ones do, for icons, and does not judge their contrast.
 */
export async function darkViolations(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' });
  const found = await violations(page, 'colours');
  await page.emulateMedia({ colorScheme: 'light' });
  return found;
}

/** Every violation in a line: what, where and why. */
export async function violations(page: Page, of: keyof typeof rules = 'all'): Promise<string[]> {
  const found = await page.evaluate(async (runOnly) => {
    const { axe } = window as unknown as {
      axe: { run(options: object): Promise<{ violations: Finding[] }> };
    };
    // axe leaves out a frame that does not answer in time.
    return (await axe.run({ runOnly, pingWaitTime: 3_000 })).violations;
  }, rules[of]);
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
