import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit/html.js';
import type { Network } from '../card/brand.js';

/** The marks of the networks are our own drawings, not the networks' logos. */

/** The background, and the letters as paths. Text would depend on fonts, and browsers take long to lay it out. */
const plates: Readonly<Record<Network, readonly [fill: string, letters: string]>> = {
  mada: [
    '#256b3f',
    'M9 32v-12m0 4a4 4 0 017 0v8m0-8a4 4 0 017 0v8m13-12v12m0-6a4 6 0 10-8 0 4 6 0 108 0m13-12v18m0-6a4 6 0 10-8 0 4 6 0 108 0m13-6v12m0-6a4 6 0 10-8 0 4 6 0 108 0',
  ],
  visa: [
    '#1f3a93',
    'M11 16l6 16 6-16m5 0v16m15-13c-2-4-9-4-9 1 0 6 9 2 9 8 0 5-8 5-10 0m15 4l6-16 6 16m-2-5h-8',
  ],
  master: [
    '#a33a16',
    'M9 21v-9m0 3a3 3 0 015 0v6m0-6a3 3 0 015 0v6m10-9v9m0-4a3 4 0 10-6 0 3 4 0 106 0m9-3c-1-2-5-2-5 1 0 3 5 1 5 4 0 3-5 3-6 0m11-10v9q0 3 3 3m-5-9h5m3 5h6a3 4 0 10-1 3m5 1v-9m0 4q1-4 4-4m-40 20a3 4 0 100 6m10-8v9m0-4a3 4 0 10-6 0 3 4 0 106 0m5 4v-9m0 4q1-4 4-4m9-4v13m0-4a3 4 0 10-6 0 3 4 0 106 0',
  ],
  amex: [
    '#0a6c8c',
    'M9 32l6-16 6 16m-2-5h-8m14 5v-16l7 10 6-10v16m12-16h-7v16h7m-1-8h-6m11-8l9 16m0-16l-9 16',
  ],
  unionpay: [
    '#8e1f45',
    'M14 9v8a4 4 0 008 0v-8m5 12v-9m0 3a3 3 0 015 0v6m5-9v9m0-13v0m11 9a3 4 0 10-6 0 3 4 0 106 0m5 4v-9m0 3a3 3 0 015 0v6m-36 18v-12h4a4 4 0 010 7h-4m18-4v9m0-4a3 4 0 10-6 0 3 4 0 106 0m4-5l4 9m4-9l-5 12',
  ],
};

/** The mark of a network, with its name for those who cannot see it. */
export function networkMark(network: Network, name: string): TemplateResult {
  const [fill, letters] = plates[network];
  return html`<svg class="mark" viewBox="0 0 72 48" role="img" aria-label="${name}">
    <rect width="72" height="48" rx="8" fill="${fill}"></rect>
    <path class="letters" d="${letters}"></path>
  </svg>`;
}

/** A card in outline, which is read out to nobody. */
const outline = (inside: SVGTemplateResult): TemplateResult =>
  html`<svg class="mark line" viewBox="0 0 72 48" aria-hidden="true">
    <rect x="6" y="4" width="60" height="40" rx="6"></rect>
    ${inside}
  </svg>`;

/** A card whose network is not known yet. */
export const blankCard = (): TemplateResult => outline(svg`<path d="M6 16h60M16 32h14"></path>`);

/** Where the security code is: behind the signature, or on the front of an American Express card. */
export const codePlace = (front: boolean): TemplateResult =>
  outline(
    svg`<path d="${front ? 'M16 32h16' : 'M6 15h60M16 30h14'}"></path><path class="dots" d="${front ? 'M36 20h22' : 'M42 30h15'}"></path>`,
  );

const riyal =
  'M35 55.5q-1.5 3.5-2 7.5l21.5-4.5q1.5-3.5 1.5-7.5zm19.5-10.5q1.5-3.5 1.5-7.5l-16.5 3.5v-6.5l15-3q1.5-3.5 1.5-7.5l-16.5 3.5v-24q-3.5 2-6.5 5.5v20l-6.5 1.5v-30.5q-4 2-6.5 5.5v26.5l-15 3q-1.5 3.5-2 7l17-3.5v8.5l-18 4q-1.5 3-2 7l19-4q2-.5 3.5-2.5l3.5-5q.5-1 .5-2v-7.5l6.5-1v13.5z';

/** An amount with the sign of the Saudi riyal, which stands to the left of the digits in every language. `name` is read out in its place, after the digits. */
export const riyals = (digits: string, name: string): TemplateResult =>
  html`<bdi dir="ltr"
    ><svg class="riyal" viewBox="0 0 57 63" aria-hidden="true"><path d="${riyal}"></path></svg> ${digits}
    <span class="unseen">${name}</span></bdi
  >`;

const shapes = { bad: 'M12 7v6M12 16.5v.5', good: 'M7.5 12.5l3 3 6-7', open: 'M12 7v5.5l3.5 2' } as const;

/** Shows the tone of a notice beside its color, for payers who do not see the color. */
export const noticeIcon = (tone: keyof typeof shapes): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="10"></circle>
    <path d="${shapes[tone]}"></path>
  </svg>`;
