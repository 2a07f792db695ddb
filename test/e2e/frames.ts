import { expect, type Frame, type Page } from '@playwright/test';

/** Reads all documents of these pages. A page that leaves meanwhile is read where it arrives. */
export async function readFrames<T>(
  pages: readonly Page[],
  read: (frame: Frame) => Promise<T>,
): Promise<readonly T[]> {
  let found: readonly T[] = [];
  await expect(async () => {
    found = await Promise.all(pages.flatMap((page) => page.frames().map(read)));
  }).toPass();
  return found;
}
