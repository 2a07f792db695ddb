import { html, svg, type TemplateResult } from 'lit';
import type { Network } from '../card/brand.js';

/** Everything here is drawn for this element: a network is named in our own letters, not by its logo. */

export const networkNames: Readonly<Record<Network, string>> = {
  mada: 'mada',
  visa: 'Visa',
  master: 'Mastercard',
  amex: 'American Express',
  unionpay: 'UnionPay',
};

/** Background, how wide the letters are set, and one or two lines of them. */
const plates: Readonly<Record<Network, readonly [fill: string, width: number, ...lines: string[]]>> = {
  mada: ['#256b3f', 25, 'mada'],
  visa: ['#1f3a93', 22, 'VISA'],
  master: ['#a33a16', 21, 'master', 'card'],
  amex: ['#0a6c8c', 25, 'AMEX'],
  unionpay: ['#8e1f45', 19, 'Union', 'Pay'],
};

/** The mark of a network; its name is for who cannot see it. */
export function networkMark(network: Network): TemplateResult {
  const [fill, width, first = '', second] = plates[network];
  // Fractions are written as text: made of numbers, they would cost a page 48 KB of the engine's own cache.
  // Letters are set to one width, so that a mark looks the same in every font.
  const line = (text: string, y: string, size: string, length: number) =>
    svg`<text x="18" y=${y} font-size=${size} textLength=${length} lengthAdjust="spacingAndGlyphs">${text}</text>`;
  return html`<svg class="mark" viewBox="0 0 36 24" role="img" aria-label=${networkNames[network]}>
    <rect width="36" height="24" rx="4" fill=${fill} />
    ${
      second
        ? [
            line(first, '11', '9', width),
            line(second, '19.5', '9', Math.round((width * second.length) / first.length)),
          ]
        : line(first, '16', '11.5', width)
    }
  </svg>`;
}

/** A card whose network is not known yet. */
export const blankCard = html`<svg class="mark line" viewBox="0 0 36 24" aria-hidden="true">
  <rect x="3" y="2" width="30" height="20" rx="3" />
  <path d="M3 8h30M8 16h7" />
</svg>`;

/** Where the security code is: behind the signature, or on the front of an American Express card. */
export const codePlace = (front: boolean): TemplateResult =>
  html`<svg class="mark line" viewBox="0 0 36 24" aria-hidden="true">
    <rect x="3" y="2" width="30" height="20" rx="3" />
    <path d=${front ? 'M8 16h8' : 'M3 7.5h30M8 15h7'} />
    <path class="dots" d=${front ? 'M20 10h8' : 'M21 15h7'} />
  </svg>`;

const riyal =
  'M35 55.7q-1.5 3.3-1.9 7.1l21.2-4.5q1.5-3.3 1.9-7.1zM54.3 44.8q1.5-3.3 1.9-7.2l-16.5 3.5v-6.7l14.6-3.1q1.5-3.3 1.9-7.2l-16.5 3.5V3.3q-3.8 2.2-6.6 5.6V29l-6.7 1.4V0q-3.8 2.2-6.6 5.5v26.3L5 35q-1.5 3.3-1.9 7.1l16.7-3.5v8.5L1.9 50.9Q.4 54.2 0 58.1l18.8-4q2.3-.5 3.6-2.5l3.5-5.1q.5-.8.5-1.8v-7.5l6.7-1.4v13.5z';

/** The sign of the Saudi riyal. It stands in a text, so there is no white space in it. */
// prettier-ignore
export const riyalSign = html`<svg class="riyal" viewBox="0 0 57 63" aria-hidden="true"><path d=${riyal} /></svg>`;

const shapes = { bad: 'M12 7v6M12 16.5v.5', good: 'M7.5 12.5l3 3 6-7', open: 'M12 7v5.5l3.5 2' } as const;

/** In front of a notice, so that its tone is not told by a colour alone. */
export const noticeIcon = (tone: keyof typeof shapes): TemplateResult =>
  html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">
    <circle cx="12" cy="12" r="10" />
    <path d=${shapes[tone]} />
  </svg>`;
