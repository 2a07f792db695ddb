import { html, svg, type SVGTemplateResult, type TemplateResult } from 'lit/html.js';
import type { Network } from '../card/network-rules.js';

/** A part of a mark: filled with a color, or drawn in lines of a width. Text would depend on fonts, and browsers take long to lay it out. */
type Shape = readonly [color: string, path: string, lineWidth?: number];

const white = '#fff';

/**
 * The marks of the networks, drawn by us so that a payer recognizes them at a glance. The networks own their marks.
 * Each mark keeps its colors in every color scheme, because payers know the marks by them.
 */
const marks: Readonly<Record<Network, readonly [background: string, ...Shape[]]>> = {
  mada: [
    white,
    ['#259bd6', 'M5 13h15v9H5z'],
    ['#84b740', 'M5 26h15v9H5z'],
    [
      '#27292d',
      'M25 31v-9m0 3.5a3 3 0 016 0v5.5m0-5.5a3 3 0 016 0v5.5m10-9v9m0-4.5a3 4 0 10-6 0 3 4 0 106 0m10-10v14.5m0-4.5a3 4 0 10-6 0 3 4 0 106 0m10-4.5v9m0-4.5a3 4 0 10-6 0 3 4 0 106 0',
      2.7,
    ],
  ],
  visa: [
    white,
    [
      '#1434cb',
      'M6 15h6.5l3 12 6-12h6.5l-10 19h-6.5zM29.5 15h6l-3.8 19h-6zM56 15h6l4.5 19h-5.8l-.8-3.8h-7.5l-2 3.8h-6.4zm1 5.8l-2.8 5.4h4z',
    ],
    ['#1434cb', 'M49 18.3c-3.5-1.6-8.5-1.2-8.5 2 0 4 6.5 3.2 6.5 7.4 0 4-6.5 4.3-11 2', 4.6],
  ],
  master: [
    white,
    ['#eb001b', 'M11 24a15 15 0 1030 0 15 15 0 10-30 0'],
    ['#f79e1b', 'M31 24a15 15 0 1030 0 15 15 0 10-30 0'],
    ['#ff5f00', 'M36 12.8a15 15 0 010 22.4 15 15 0 010-22.4'],
  ],
  amex: [
    '#006fcf',
    [
      white,
      'M7 32.5l6-17 6 17m-10-5.5h8M24 32.5v-17l6 9 6-9v17M51 16h-9v16h9m-1-8h-7M54 15l12 18m0-18l-12 18',
      4,
    ],
  ],
  unionpay: [
    white,
    ['#e21836', 'M16 5h17l-8 38h-17q-5 0-4-5l6-28q1-5 6-5'],
    ['#00447c', 'M31 5h17l-8 38h-17z'],
    ['#007b84', 'M47 5h16q5 0 4 5l-6 28q-1 5-6 5h-16z'],
    [
      white,
      'M17 12v6.5a3.5 3.5 0 007 0v-6.5m5 10v-7m0 2.5a2.5 2.5 0 015 0v4.5m4.5-7v7m0-10v-.5m10.5 6.5a3 3.3 0 10-6 0 3 3.3 0 106 0m4.5 3.5v-7m0 2.5a2.5 2.5 0 015 0v4.5M27 37v-10h4a3 3 0 010 6h-4m16-3v7m0-3.5a3 3.3 0 10-6 0 3 3.3 0 106 0m4-3.5l3.5 7m3.5-7l-5 11',
      2.2,
    ],
  ],
};

/** The mark of a network, with its name for those who cannot see it. */
export function renderNetworkMark(network: Network, name: string): TemplateResult {
  const [background, ...shapes] = marks[network];
  return html`<svg class="mark" width="33" height="22" viewBox="0 0 72 48" role="img" aria-label="${name}">
    <rect x=".75" y=".75" width="70.5" height="46.5" rx="7" fill="${background}"></rect>
    ${shapes.map(([color, path, lineWidth]) =>
      lineWidth
        ? svg`<path fill="none" stroke="${color}" stroke-width="${lineWidth}" d="${path}"></path>`
        : svg`<path fill="${color}" d="${path}"></path>`,
    )}
  </svg>`;
}

/** A card in outline, hidden from screen readers. */
const renderOutline = (inside: SVGTemplateResult): TemplateResult =>
  html`<svg
    class="mark line"
    width="33"
    height="22"
    viewBox="0 0 72 48"
    fill="none"
    stroke="currentColor"
    aria-hidden="true"
  >
    <rect x="6" y="4" width="60" height="40" rx="6"></rect>
    ${inside}
  </svg>`;

/** A card whose network is not known yet. */
export const renderBlankCard = (): TemplateResult => renderOutline(svg`<path d="M6 16h60M16 32h14"></path>`);

/** Where the security code is: behind the signature, or on the front of an American Express card. */
export const renderCodePlace = (front: boolean): TemplateResult =>
  renderOutline(
    svg`<path d="${front ? 'M16 32h16' : 'M6 15h60M16 30h14'}"></path><path class="dots" d="${front ? 'M36 20h22' : 'M42 30h15'}"></path>`,
  );

const riyal =
  'M35 55.5q-1.5 3.5-2 7.5l21.5-4.5q1.5-3.5 1.5-7.5zm19.5-10.5q1.5-3.5 1.5-7.5l-16.5 3.5v-6.5l15-3q1.5-3.5 1.5-7.5l-16.5 3.5v-24q-3.5 2-6.5 5.5v20l-6.5 1.5v-30.5q-4 2-6.5 5.5v26.5l-15 3q-1.5 3.5-2 7l17-3.5v8.5l-18 4q-1.5 3-2 7l19-4q2-.5 3.5-2.5l3.5-5q.5-1 .5-2v-7.5l6.5-1v13.5z';

/**
 * Renders an amount with the sign of the Saudi riyal, which stands to the left of the digits in every language. Screen
 * readers read `name` after the digits instead of the sign.
 */
export const renderRiyals = (digits: string, name: string): TemplateResult =>
  html`<bdi dir="ltr"
    ><svg class="riyal" width="13" height="14" viewBox="0 0 57 63" aria-hidden="true">
      <path d="${riyal}"></path>
    </svg>
    <span .textContent=${digits}></span> <span class="unseen" .textContent=${name}></span
  ></bdi>`;

const iconPaths = { bad: 'M12 7v6M12 16.5v.5', good: 'M7.5 12.5l3 3 6-7', open: 'M12 7v5.5l3.5 2' } as const;

/** Shows the tone of a notice beside its color, for payers who do not see the color. */
export const renderNoticeIcon = (tone: keyof typeof iconPaths): TemplateResult =>
  html`<svg
    class="icon"
    width="22"
    height="22"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    aria-hidden="true"
  >
    <circle cx="12" cy="12" r="10"></circle>
    <path d="${iconPaths[tone]}"></path>
  </svg>`;
