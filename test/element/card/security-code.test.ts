import { expect } from 'chai';
import { describe, it } from 'node:test';
import { checkSecurityCode } from '../../../src/element/card/security-code.js';
import type { FieldStatus } from '../../../src/element/card/fields.js';

describe('a security code', () => {
  const cases: [digits: string, length: number | undefined, status: FieldStatus][] = [
    ['', 3, 'empty'],
    ['12', 3, 'incomplete'],
    ['123', 3, 'valid'],
    ['1234', 3, 'invalid'],
    ['', 4, 'empty'],
    ['123', 4, 'incomplete'],
    ['1234', 4, 'valid'],
    ['12345', 4, 'invalid'],
    ['', undefined, 'empty'],
    ['12', undefined, 'incomplete'],
    ['000', undefined, 'valid'],
    ['1234', undefined, 'valid'],
    ['12345', undefined, 'invalid'],
  ];
  for (const [digits, length, status] of cases) {
    it(`"${digits}" for ${length ?? 'a brand not known'} is ${status}`, () => {
      const verdict = checkSecurityCode(digits, length);
      expect(verdict.status).to.equal(status);
      expect(verdict.problem).to.equal(status === 'valid' ? undefined : status);
    });
  }
});
