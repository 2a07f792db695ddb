import { expect } from 'chai';
import type Axe from 'axe-core';
import 'axe-core';
import * as ar from '../../../src/element/i18n/locales/ar.js';
import * as en from '../../../src/element/i18n/locales/en.js';
import { closeDialog, openDialog } from './page.js';

declare const axe: typeof Axe;

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa', 'best-practice'];

async function violations(element: Element): Promise<string[]> {
  const found = await axe.run(element, { runOnly: { type: 'tag', values: tags }, iframes: false });
  return found.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}

describe('the dialog and axe', () => {
  afterEach(closeDialog);

  for (const [tag, direction] of [
    ['en', 'ltr'],
    ['ar', 'rtl'],
  ] as const) {
    const words = { en, ar }[tag].bank;
    for (const scheme of ['light', 'dark']) {
      it(`find nothing: ${tag}, ${scheme}; opening, open and asking`, async () => {
        const dialog = await openDialog({ tag, direction, messages: words });
        (dialog.root.host as HTMLElement).style.colorScheme = scheme;
        expect(await violations(dialog.element), 'opening').to.deep.equal([]);
        if (dialog.statusText) await dialog.loaded();
        expect(await violations(dialog.element), 'open').to.deep.equal([]);
        dialog.button(words.cancel).click();
        expect(await violations(dialog.element), 'asking').to.deep.equal([]);
      });
    }
  }

  it('are heard of: axe finds a button without words', async () => {
    const dialog = await openDialog();
    dialog.button('Close').textContent = '';
    expect((await violations(dialog.element)).join()).to.contain('button-name');
  });

  it('every button can be hit', async () => {
    const dialog = await openDialog();
    dialog.button('Close').click();
    for (const button of dialog.root.querySelectorAll('dialog button')) {
      const { width, height } = button.getBoundingClientRect();
      expect(Math.min(width, height)).to.be.at.least(24);
    }
  });
});
