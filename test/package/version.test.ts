import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { PayCheckout } from '../../src/entries/element.js';
import { FramedCheckout } from '../../src/entries/framed.js';
import { PayResult } from '../../src/entries/return.js';

const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};

for (const element of [PayCheckout, FramedCheckout, PayResult]) {
  test(`${element.name}.version is the one of package.json`, () => {
    assert.equal(element.version, version);
  });
}
