import { expect } from 'chai';
import { describe, it } from 'node:test';
import { completeMessages } from '../../../src/element/i18n/merge-messages.js';

const own = { en: { cancel: 'Close', keep: 'Stay' }, ar: { cancel: 'إغلاق', keep: 'ابقَ' } };

describe('the words of a part that is fetched on its own', () => {
  for (const [tag, words, wanted] of [
    ['en', undefined, own.en],
    ['ar', undefined, own.ar],
    ['ar-SA', {}, own.ar],
    ['arn', {}, own.en],
    ['ar', { keep: 'لا تذهب' }, { cancel: 'إغلاق', keep: 'لا تذهب' }],
    ['de', { cancel: 'Schließen', keep: 'Bleiben' }, { cancel: 'Schließen', keep: 'Bleiben' }],
    ['pt', { cancel: 'Fechar' }, { cancel: 'Fechar', keep: 'Stay' }],
  ] as const) {
    it(`${tag}, where the page has ${JSON.stringify(words)}`, () => {
      expect(completeMessages<{ cancel: string; keep: string }>(own, tag, words)).to.deep.equal(wanted);
    });
  }
});
