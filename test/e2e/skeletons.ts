import type { Page } from '@playwright/test';

/** A page as people write it, from memory of the web. `{}` stands for the element. */
export interface Skeleton {
  readonly name: string;
  readonly css?: string;
  readonly body: string;
  /** What the payer, the page or the browser does before the form can be used. */
  readonly before?: (page: Page) => Promise<unknown>;
}

const plain = '<main><h1>Checkout</h1>{}</main>';
const onPlain = (name: string, css: string): Skeleton => ({ name, css, body: plain });
const open = (page: Page) => page.locator('#open').click();

export const skeletons: readonly Skeleton[] = [
  onPlain(
    'Tailwind’s preflight',
    `*, ::before, ::after { box-sizing: border-box; border: 0 solid #e5e7eb; margin: 0; padding: 0; }
     html { line-height: 1.5; font-family: ui-sans-serif, system-ui; tab-size: 4; } body { line-height: inherit; }
     button, input { font: inherit; color: inherit; background: transparent; border-radius: 0; opacity: 1; }
     img, svg, video, iframe { display: block; vertical-align: middle; max-width: 100%; height: auto; } ol, ul { list-style: none; }`,
  ),
  onPlain('all: unset on everything', '* { all: unset; } head { display: none; }'),
  onPlain('all: revert on everything', '* { all: revert; }'),
  onPlain(
    'text set like a poster',
    `body { text-align: center; text-transform: uppercase; letter-spacing: .4em; word-spacing: 1em; text-indent: 3em; white-space: pre;
     font: italic small-caps 900 30px/3 fantasy; text-shadow: 0 0 4px red; word-break: break-all; hyphens: auto; direction: rtl; }`,
  ),
  onPlain(
    'a user’s own style sheet for reading',
    '* { font-family: serif !important; line-height: 2 !important; letter-spacing: .12em !important; word-spacing: .16em !important; }',
  ),
  onPlain('transitions on everything', '* { transition: all .01s; }'),
  onPlain('body as a flex row', 'body { display: flex; justify-content: center; }'),
  onPlain('the element as a flex box', 'pay-checkout { display: flex; }'),
  onPlain('the element as a grid', 'pay-checkout { display: grid; place-items: center; }'),
  onPlain('the element inline', 'pay-checkout { display: inline; }'),
  onPlain('the element without a box', 'pay-checkout { display: contents; }'),
  onPlain(
    'the element floating',
    'pay-checkout { float: left; } main::after { content: ""; clear: both; display: table; }',
  ),
  onPlain('zoomed in', 'body { zoom: 1.5; }'),
  onPlain(
    'a writing mode from top to bottom',
    'main { writing-mode: vertical-rl; } pay-checkout { writing-mode: horizontal-tb; }',
  ),
  onPlain('content-visibility', 'main { content-visibility: auto; contain-intrinsic-size: 500px; }'),
  onPlain('a query container', 'main { container-type: inline-size; }'),
  {
    name: 'a page from right to left',
    body: '<main dir="rtl" lang="ar"><h1>الدفع</h1>{}</main>',
  },
  {
    name: 'Bootstrap’s grid',
    css: `.container { max-width: 960px; margin: 0 auto; padding: 0 12px; } .row { display: flex; flex-wrap: wrap; margin: 0 -12px; }
      .row > * { flex-shrink: 0; width: 100%; max-width: 100%; padding: 0 12px; box-sizing: border-box; } @media (min-width: 768px) { .col-8 { flex: 0 0 auto; width: 66.6%; } .col-4 { flex: 0 0 auto; width: 33.3%; } }`,
    body: '<div class="container"><div class="row"><div class="col-8">Basket</div><div class="col-4">{}</div></div></div>',
  },
  {
    name: 'Bootstrap 3’s grid of floats',
    css: '.col { position: relative; float: left; width: 50%; min-height: 1px; padding: 0 15px; box-sizing: border-box; } .row::after { content: ""; display: table; clear: both; }',
    body: '<div class="row"><div class="col">Basket</div><div class="col">{}</div></div>',
  },
  {
    name: 'Bulma’s columns',
    css: '.columns { display: flex; gap: 24px; } .column { flex: 1 1 0; min-width: 0; }',
    body: '<div class="columns"><div class="column">{}</div><div class="column">Basket</div></div>',
  },
  {
    name: 'a modal that fades in',
    css: '.modal { position: fixed; inset: 0; overflow: auto; display: none; background: #0008; } .modal.show { display: block; } .dialog { max-width: 500px; margin: 28px auto; padding: 16px; background: #fff; transform: translate(0, -8px); }',
    body: '<button id="open" onclick="document.querySelector(\'.modal\').classList.add(\'show\')">Pay</button><div class="modal"><div class="dialog">{}</div></div>',
    before: open,
  },
  {
    name: 'a modal dialog',
    body: '<button id="open" onclick="document.querySelector(\'dialog\').showModal()">Pay</button><dialog>{}</dialog>',
    before: open,
  },
  {
    name: 'a popover',
    body: '<button id="open" popovertarget="pop">Pay</button><div id="pop" popover>{}</div>',
    before: open,
  },
  {
    name: 'an accordion that grows',
    css: '.panel { max-height: 0; overflow: hidden; visibility: hidden; } .panel.open { max-height: 1000px; visibility: visible; }',
    body: '<button id="open" onclick="document.querySelector(\'.panel\').classList.add(\'open\')">Card</button><div class="panel">{}</div>',
    before: open,
  },
  {
    name: 'tables within tables, as in an email',
    body: '<table width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center"><table width="100%" cellpadding="20" style="max-width: 600px"><tr><td valign="top">{}</td></tr></table></td></tr></table>',
  },
  {
    name: 'a form of the page around it',
    body: '<form action="/order" onsubmit="return false"><input name="email" aria-label="Email"><fieldset><legend>Card</legend>{}</fieldset><button>Order</button></form>',
  },
  {
    name: 'a header that stays on top',
    css: 'header { position: sticky; top: 0; height: 60px; background: #fff; z-index: 10; } html { scroll-padding-top: 70px; }',
    body: '<header>Shop</header><div style="height: 600px">Basket</div>{}',
  },
  {
    name: 'print',
    body: plain,
    before: (page) => page.emulateMedia({ media: 'print' }),
  },
  {
    name: 'a translation by the browser',
    body: plain,
    before: (page) =>
      page.locator('pay-checkout').evaluate((element) => {
        const walker = document.createTreeWalker(element.shadowRoot as ShadowRoot, NodeFilter.SHOW_TEXT);
        const texts: Text[] = [];
        while (walker.nextNode()) texts.push(walker.currentNode as Text);
        for (const text of texts.filter(({ data }) => data.trim() !== '')) {
          const font = document.createElement('font');
          text.replaceWith(font);
          font.append(text);
        }
      }),
  },
  {
    name: 'a password manager’s sign beside each input',
    body: plain,
    before: (page) =>
      page.locator('pay-checkout').evaluate((element) => {
        for (const input of element.shadowRoot?.querySelectorAll('input') ?? []) {
          const sign = Object.assign(document.createElement('div'), { textContent: '🔑' });
          sign.style.cssText = 'position: absolute; width: 16px; pointer-events: none; z-index: 2147483647';
          input.dataset['managed'] = 'true';
          input.style.setProperty('background-image', 'none', 'important');
          input.after(sign);
        }
      }),
  },
];
