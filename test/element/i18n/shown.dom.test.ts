import { expect } from 'chai';
import type { LocaleFile, MessageOverrides, FormMessages } from '../../../src/element/i18n/messages.js';
import { isQuick } from '../../engine.js';
import { writeReport } from '../../write-report.js';
import { claimsOf } from './claims.js';
import { trueClaims, type Facts } from './facts.js';
import { waitUntil } from '../../wait-until.js';
import { linesOf, resultScenes, scenes, shown, Theatre, type Scene } from './scenes.js';
import { codes as allCodes, loadAll } from './tables.js';

/** `npm test` shows the scenes in the two languages that are in the script file, the whole run in all. */
const codes = isQuick ? ['en', 'ar'] : allCodes;

type Element = Awaited<ReturnType<Scene['play']>>;

/** What is claimed in a text, and is not so. */
const untrue = (code: string, text: string, facts: Facts) => {
  const allowed = trueClaims(facts);
  return claimsOf(code, text).filter((claim) => !allowed.includes(claim));
};

const nameOf = ({ state, known }: Scene) => `${state}: ${known}`;

/** The texts of a language that are a sentence of the notice, by name, `errors.` before those of an error. */
const textsOf = ({ errors, ...form }: FormMessages): [name: string, text: string][] => [
  ...Object.entries(form).filter((pair): pair is [string, string] => typeof pair[1] === 'string'),
  ...Object.entries(errors).map(([code, text]): [string, string] => [`errors.${code}`, text]),
];

const override = (name: string, text: string): MessageOverrides => {
  const [, code] = name.split('.');
  return code === undefined ? { [name]: text } : { errors: { [code]: text } };
};

/** The sentences that claim something about money. Each of them is put where others stand. */
const claiming = [
  'notCharged',
  'lost',
  'lostAgain',
  'checking',
  'uncertain',
  'elsewhere',
  'spent',
  'held',
] as const;

async function speak(element: Element, code: string): Promise<void> {
  element.lang = code;
  await waitUntil(() => element.shadowRoot?.querySelector(`[lang="${code}"] [part~="notice"]`) !== null);
  await element.updateComplete;
}

/** Without the kind of space that engines put into a time, and without the marks that isolate it. */
const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ').replace(/[\u2066-\u2069]/g, '');

const rows = new Map<string, string>();
/** Which swaps were rejected, and how often they were tried. */
const swaps = new Map<string, boolean>();

describe('what the payer reads on the screen', () => {
  let files: ReadonlyMap<string, LocaleFile>;
  let stage: Theatre;
  before(async () => {
    files = await loadAll();
  });
  beforeEach(() => void (stage = new Theatre()));
  afterEach(() => stage.close());

  for (const scene of [...scenes, ...resultScenes]) {
    it(`is true in each language: ${nameOf(scene)}`, async () => {
      const element = await scene.play(stage);
      if ('state' in element) expect(element.state).to.equal(scene.state);
      const texts: Record<string, string> = {};
      for (const code of codes) {
        await speak(element, code);
        const text = (texts[code] = shown(element));
        const lines = linesOf(element);
        expect(text, code).not.to.equal('');
        expect(untrue(code, text, scene.facts), `${code}: ${text}`).to.deep.equal([]);
        if (scene.facts.endUnknown && !element.shadowRoot?.querySelector('button + button')) {
          expect(claimsOf(code, text), `${code}: ${text}`).to.deep.equal(['do not pay again']);
        }
        const form = files.get(code)?.form as FormMessages;
        for (const [name, own] of textsOf(form)) {
          const isShown = name === 'notCharged' ? text.includes(own) : lines.includes(own);
          if (!isShown) continue;
          for (const moved of claiming) {
            const wrong = untrue(code, form[moved], scene.facts).length > 0;
            const key = `${code}: "${moved}" in place of "${name}"`;
            if (moved === name || !wrong || swaps.has(key)) continue;
            element.messages = override(name, form[moved]);
            await element.updateComplete;
            swaps.set(key, untrue(code, shown(element), scene.facts).length > 0);
          }
        }
        element.messages = undefined;
        await element.updateComplete;
      }
      const cells = [scene.state, scene.known, texts['en'] ?? '', texts['ar'] ?? ''].map(plain);
      rows.set(nameOf(scene), `| ${cells.map((cell) => cell.replaceAll(' | ', '<br>')).join(' | ')} |`);
    });
  }

  it('is caught wherever a sentence about money is moved to a state where it is not true', () => {
    expect([...swaps].filter(([, caught]) => !caught).map(([key]) => key)).to.deep.equal([]);
    for (const code of codes) {
      const tried = [...swaps.keys()].filter((key) => key.startsWith(`${code}:`));
      expect(tried.length, code).to.be.greaterThan(100);
    }
  });

  after(async () => {
    const head = '| state | what is known | English | Arabic |\n| --- | --- | --- | --- |';
    await writeReport('sentences.md', [head, ...rows.values()].join('\n'));
  });
});
