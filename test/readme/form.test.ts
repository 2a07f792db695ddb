import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { modules, writeModules } from './blocks.js';

test('the page of the document has the form in it, with the order’s amount', async (t) => {
  const file = 'checkout-page.ts';
  const folder = writeModules(
    `form-${process.pid}`,
    modules.filter((block) => block.file === file),
  );
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { checkoutPage } = (await import(pathToFileURL(join(folder, file)).href)) as {
    checkoutPage: (order: { id: string; amount: number; currency: string }) => string;
  };
  const page = checkoutPage({ id: '7', amount: 10_000, currency: 'SAR' });
  assert.match(
    page,
    /<pay-checkout [^>]*>\s*<template shadowrootmode="open">[^]*100\.00[^]*<\/template>\s*<\/pay-checkout>/,
  );
});
