import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { describe, it } from 'node:test';
import { PayError, renderForm, type FormOptions } from '../../src/entries/server.js';
import { html, nothing, svg } from 'lit';
import { writeTemplate } from '../../src/element/form/server-rendered/write-template.js';
import { version } from '../../src/version.js';
import { noScriptMessages } from '../../src/entries/all-locales.js';

const languages = readdirSync(new URL('../../src/element/i18n/locales/', import.meta.url)).map((file) =>
  file.replace('.ts', ''),
);

/** Without the text of the style sheet. */
const drawn = (options: FormOptions) => renderForm(options).replace(/<style>[^]*?<\/style>/, '');
const textOf = (html: string) => html.replace(/<[^>]*>/g, ' ').replace(/\s+/g, ' ');
const tags = (html: string, name: string) => html.match(new RegExp(`<${name}[\\s>][^>]*`, 'g')) ?? [];

describe('renderForm', () => {
  it('answers one template that a browser makes a shadow root of, with the mark of its release', () => {
    const html = renderForm({ lang: 'en' });
    assert.match(html, /^<template shadowrootmode="open"><div data-of="[^"]+"><style>[^<]+<\/style>/);
    assert.match(html, /<\/p><\/div><\/template>$/);
    assert.ok(html.includes(`data-of="${version}"`));
  });

  it('has the four inputs by their autocomplete, none with a name, and no button that submits', () => {
    const html = drawn({ lang: 'en', amount: 10_000 });
    const inputs = tags(html, 'input');
    assert.deepEqual(
      inputs.map((input) => /autocomplete="([^"]+)"/.exec(input)?.[1]),
      ['cc-number', 'cc-exp', 'cc-csc', 'cc-name'],
    );
    assert.deepEqual(
      inputs.filter((input) => /\s(?:name|value|form\w*)=/.test(input)),
      [],
    );
    const [button = '', ...more] = tags(html, 'button');
    assert.match(button, /type="button"[^>]* disabled=""/);
    assert.deepEqual(more, []);
    assert.match(tags(html, 'form').join(), /method="dialog"/);
    assert.doesNotMatch(html, /\s(?:on\w+|action|href|src|formaction)=|<(?:script|iframe|img|link|a)[ >]/);
  });

  for (const lang of languages) {
    it(`speaks ${lang}, and says there what is wrong without a script`, async () => {
      const words = (await import(`../../src/element/i18n/locales/${lang}.js`)) as {
        direction: string;
        form: { labels: Record<string, string>; payNow: string };
        frame: { silent: string };
      };
      const html = drawn({ lang });
      assert.match(
        html,
        new RegExp(`<div class="root ${words.direction}" dir="${words.direction}" lang="${lang}"`),
      );
      const text = textOf(html);
      for (const expected of [...Object.values(words.form.labels), words.form.payNow, words.frame.silent])
        assert.ok(text.includes(expected), expected);
      assert.ok(noScriptMessages[lang] && text.includes(noScriptMessages[lang]), 'noscript');
      // In Persian a page is loaded (بارگذاری), and a file is downloaded.
      assert.ok(!text.includes('بارگیری'), 'a download');
    });
  }

  it('shows what is paid, the networks, and that it is a test', () => {
    const html = drawn({ lang: 'en', amount: 123_456, currency: 'USD', networks: 'visa mada', test: true });
    assert.match(textOf(html), /Pay \$1,234\.56 .*Test mode/);
    assert.deepEqual(
      tags(html, 'svg').flatMap((mark) => /aria-label="([^"]+)"/.exec(mark)?.[1] ?? []),
      ['mada', 'Visa'],
    );
    assert.doesNotMatch(textOf(drawn({ lang: 'en' })), /Test mode/);
  });

  it('takes a direction that is not the language’s, a region, and a language that there are no words for', () => {
    assert.match(drawn({ lang: 'ar', dir: 'ltr' }), /class="root ltr" dir="ltr" lang="ar"/);
    assert.match(drawn({ lang: 'ar-EG' }), /dir="rtl" lang="ar-EG"/);
    assert.match(drawn({ lang: 'pt-BR' }), /dir="ltr" lang="en"/);
  });

  it('answers the same whenever it is asked', () => {
    const options = { lang: 'ar', amount: 100, test: true };
    assert.equal(renderForm(options), renderForm(options));
  });
});

const hostile = '"><script>alert(1)</script><b a=\'&';

describe('a wrong option of renderForm', () => {
  const wrong: readonly (readonly [field: string, options: unknown, text: RegExp])[] = [
    ['lang', {}, /BCP 47/],
    ['lang', undefined, /missing/],
    ['lang', null, /missing/],
    ['lang', 'en', /missing/],
    ['lang', { lang: 7 }, /BCP 47/],
    ['lang', { lang: hostile }, /BCP 47/],
    ['lang', { lang: '' }, /BCP 47/],
    ['dir', { lang: 'en', dir: hostile }, /ltr or rtl/],
    ['dir', { lang: 'en', dir: null }, /ltr or rtl/],
    ['amount', { lang: 'en', amount: 1.5 }, /positive integer/],
    ['amount', { lang: 'en', amount: 0 }, /positive integer/],
    ['amount', { lang: 'en', amount: NaN }, /positive integer/],
    ['amount', { lang: 'en', amount: hostile }, /positive integer/],
    ['currency', { lang: 'en', amount: 1, currency: 'sar' }, /ISO 4217/],
    ['currency', { lang: 'en', currency: hostile }, /ISO 4217/],
    ['currency', { lang: 'en', currency: 7 }, /string/],
    ['networks', { lang: 'en', networks: hostile }, /may hold mada/],
    ['networks', { lang: 'en', networks: ['visa'] }, /string/],
    ['test', { lang: 'en', test: 'yes' }, /true or false/],
    ['ammount', { lang: 'en', ammount: 100 }, /not known/],
  ];

  for (const [field, options, text] of wrong) {
    it(`is named: ${field} of ${JSON.stringify(options)}`, () => {
      assert.throws(
        () => renderForm(options as FormOptions),
        (error: unknown) =>
          error instanceof PayError &&
          error.code === 'configuration' &&
          error.field === field &&
          error.message.startsWith(`renderForm: \`${field}\` `) &&
          text.test(error.message),
      );
    });
  }
});

/** Not named `html`, which a formatter would put in other lines. */
const template = (strings: TemplateStringsArray, ...values: unknown[]) => ({ strings, values });

describe('writeTemplate', () => {
  it('writes text where text is, in attributes too', () => {
    assert.equal(
      writeTemplate(template`<p title=${hostile} class="a ${hostile}">${hostile}</p>`),
      '<p title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;b a=\'&amp;" class="a &quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;b a=\'&amp;">&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;&lt;b a=\'&amp;</p>',
    );
  });

  it('writes attributes that are there, and neither listeners nor properties, with quotes and without', () => {
    const on = () => undefined;
    assert.equal(
      writeTemplate(
        template`<input a=${1} b="${2}" c=${nothing} ?d=${true} ?e="${true}" ?f=${false} ?g="${false}" .h=${1} @i="${on}" j />`,
      ),
      '<input a="1" b="2" d="" e="" j />',
    );
  });

  it('writes the text of an element, with quotes and without, before what comes after the tag', () => {
    assert.equal(
      writeTemplate(template`<b .textContent=${'<'}></b><i .textContent="${1}" class="c"></i>${2}`),
      '<b>&lt;</b><i class="c">1</i>2',
    );
  });

  it('writes lists, templates of Lit and drawings inside, and nothing for nothing', () => {
    const list = [1, 2].map((it) => html`<b>${it}</b>`);
    const path = svg`<path d=${'M0'}></path>`;
    assert.equal(
      writeTemplate(template`${list}${nothing}${undefined}<svg>${path}</svg>`),
      '<b>1</b><b>2</b><svg><path d="M0"></path></svg>',
    );
  });
});
